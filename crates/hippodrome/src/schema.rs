//! JSON Schemas of the types that reports write as texts.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::answer::ProofKind;
use crate::leaper::Leaper;
use crate::square::Square;
use crate::tour::Kind;

macro_rules! schema {
    ($type:ident, $schema:tt) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

schema!(Square, {
    "description": "A square such as c5.",
    "type": "string",
    "pattern": "^[a-z]{1,7}[1-9][0-9]{0,9}$",
});

schema!(Kind, {
    "description": "Open or closed.",
    "type": "string",
    "enum": ["open", "closed"],
});

schema!(Leaper, {
    "description": "A piece that moves by one number one way and by the other the other way.",
    "type": "array",
    "items": { "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32 },
    "minItems": 2,
    "maxItems": 2,
});

schema!(ProofKind, {
    "description": "What kind of proof stands behind a yes or a no.",
    "type": "string",
    "enum": ["theorem", "colour", "cut", "degree", "farkas", "search", "tour"],
});
