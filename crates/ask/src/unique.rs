//! JSON in which no object has a field twice: which of the two is meant is not for us to guess.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads an object.
///
/// # Errors
/// If the text is no object, or an object in it has a field twice.
pub(crate) fn object(text: &[u8]) -> Result<Map<String, Value>, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let object = deserializer.deserialize_map(Object)?;
    deserializer.end()?;
    Ok(object)
}

struct Object;

impl<'de> Visitor<'de> for Object {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("the field {name:?} stands there twice")));
            }
            object.insert(name, fields.next_value_seed(Any)?);
        }
        Ok(object)
    }
}

struct Any;

impl<'de> DeserializeSeed<'de> for Any {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(element) = elements.next_element_seed(Self)? {
            array.push(element);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Value, A::Error> {
        Object.visit_map(fields).map(Value::Object)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::object;

    #[test]
    fn what_has_no_field_twice_is_read_as_by_anybody() {
        let text = br#"{"a": [1, -2, 3.5, 1e400, true, null, "x\ty", {}], "b": {"a": {"a": 0}}}"#;
        assert!(object(text).is_err(), "no number is that large");
        let text = br#"{"a": [1, -2, 3.5, true, null, "x\ty", {}, []], "b": {"a": {"a": 18446744073709551615}}}"#;
        assert_eq!(Value::Object(object(text).unwrap()), serde_json::from_slice::<Value>(text).unwrap());
        for twice in [&br#"{"a":1,"a":1}"#[..], br#"{"b":[{"a":1,"\u0061":2}]}"#] {
            assert!(object(twice).unwrap_err().to_string().starts_with("the field \"a\" stands there twice"));
        }
        for none in [&b"[]"[..], b"{} {}", b"{", b"", b"\"a\""] {
            assert!(object(none).is_err());
        }
    }
}
