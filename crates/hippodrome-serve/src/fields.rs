//! The fields of a request, each of them once.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};

/// A JSON object in which no name comes twice: which of the two was meant, nobody knows.
#[derive(Debug)]
pub(crate) struct Fields(pub(crate) Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Fields, A::Error> {
                let mut fields = Map::new();
                while let Some((name, value)) = access.next_entry::<String, Value>()? {
                    if fields.insert(name, value).is_some() {
                        return Err(A::Error::custom("it has a field twice"));
                    }
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_comes_twice_is_refused() {
        let read = |text: &str| serde_json::from_str::<Fields>(text);
        let once = read(r#"{"board":"8x8","closed":true}"#).unwrap();
        assert_eq!(once.0.len(), 2);
        let twice = read(r#"{"board":"8x8","closed":true,"board":"5x5"}"#).unwrap_err();
        assert!(twice.to_string().starts_with("it has a field twice"), "{twice}");
        for wrong in ["[]", "8", "null", "{\"board\"}", "{} {}"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
