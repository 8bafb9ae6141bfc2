//! Boards, cells, digits and candidates in serde's data model: a digit as a number, a board, cell or candidate as a text.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::geometry::{Candidate, Cell, Digit, Geometry};

impl Serialize for Digit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.get())
    }
}

impl<'de> Deserialize<'de> for Digit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = u16::deserialize(deserializer)?;
        Self::try_new(value).ok_or_else(|| D::Error::custom("expected a digit, found 65535"))
    }
}

serialized_as_text!(Geometry, Cell, Candidate);
