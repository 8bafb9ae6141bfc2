//! A message of the plugin, and the common parts of answers.

use serde_json::{Map, Value, json};

/// A message: `{"nonce": 1, "command": "solve", "dataType": "fpuzzles", "data": "N4IgzglgXgpiBcB…"}`.
#[derive(Debug)]
pub(super) struct Message {
    nonce: Value,
    pub(super) command: String,
    /// The puzzle, packed as in the links of f-puzzles.
    pub(super) data: String,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// The answer to a text that is no message.
    pub(super) fn read(text: &str) -> Result<Self, Value> {
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let nonce = value.get("nonce").filter(|nonce| nonce.is_number()).cloned().unwrap_or_else(|| json!(0));
        let text_of = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let message = Self { nonce, command: text_of("command"), data: text_of("data") };
        let data_type = text_of("dataType");
        if message.command.is_empty() {
            return Err(message.invalid("expected a JSON object with nonce, command, dataType and data"));
        }
        if !message.is_cancel() && data_type != "fpuzzles" {
            return Err(message.invalid(&format!("expected the dataType fpuzzles, found {data_type:?}")));
        }
        Ok(message)
    }

    pub(super) fn is_cancel(&self) -> bool {
        self.command == "cancel"
    }

    /// An answer of a type without further members.
    pub(super) fn answer(&self, kind: &str) -> Value {
        json!({ "nonce": self.nonce, "type": kind })
    }

    /// An answer of a type with further members.
    pub(super) fn answer_with(&self, kind: &str, members: Value) -> Value {
        let mut answer = Map::from_iter([("nonce".to_owned(), self.nonce.clone()), ("type".to_owned(), json!(kind))]);
        if let Value::Object(members) = members {
            answer.extend(members);
        }
        Value::Object(answer)
    }

    /// The answer for a question without a result, with the reason.
    pub(super) fn invalid(&self, reason: &str) -> Value {
        self.answer_with("invalid", json!({ "message": reason }))
    }
}
