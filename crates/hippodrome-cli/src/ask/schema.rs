//! The JSON Schemas of requests, made from the definitions of the command line; and the generator of
//! those of answers, made from the types of the reports.

use std::any::TypeId;

use clap::{Arg, ArgAction, Command};
use hippodrome::format::Format;
use hippodrome::heuristic::TieBreak;
use hippodrome::model::Formulation;
use hippodrome::queens;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::operations::Entry;
use super::options::{field, is_open};
use crate::picture::{PlacementFormat, TourFormat};

/// Definitions go to where `OpenAPI` keeps them.
pub(super) fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    SchemaGenerator::new(settings)
}

/// The schema of the requests of a command.
pub(super) fn request(command: &Command, entry: &Entry) -> Value {
    let mut fields = Map::new();
    let mut required = Vec::new();
    for argument in command.get_arguments().filter(|argument| is_open(argument)) {
        let name = field(argument);
        if argument.is_required_set() {
            required.push(name.clone());
        }
        let mut schema = of(argument, &name);
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let help = match (entry.content == Some(&name[..]), &name[..]) {
            (true, _) => "The text of the file itself.".to_owned(),
            (_, "board") if argument.is_positional() => {
                "ROWSxCOLS (3x14 is 3 ranks, 14 files), N for NxN, the text of a mask of . and #, or an object with rows, cols and holes".to_owned()
            }
            (_, "format") => format!("{help} [default: json]"),
            _ => help,
        };
        schema["description"] = Value::String(help);
        fields.insert(name, schema);
    }
    json!({
        "type": "object",
        "properties": fields,
        "required": required,
        "additionalProperties": false,
    })
}

fn of(argument: &Arg, name: &str) -> Value {
    let text = json!({ "type": ["string", "integer"] });
    match argument.get_action() {
        ArgAction::SetTrue => return json!({ "type": ["boolean", "null"] }),
        ArgAction::Append => return json!({ "type": ["array", "null"], "items": text }),
        _ => {}
    }
    if name == "leaper" {
        return json!({ "type": ["string", "array", "null"], "items": { "type": "integer" } });
    }
    if name == "board" && argument.is_positional() {
        return json!({ "type": ["string", "integer", "object"] });
    }
    let may_be_bare = argument.get_num_args().is_some_and(|n| n.min_values() == 0);
    if let Some(mut names) = names(argument) {
        if !argument.is_required_set() {
            names.push(Value::Null);
        }
        if may_be_bare {
            names.push(Value::Bool(true));
        }
        return json!({ "enum": names });
    }
    let mut types = vec!["string", "integer"];
    if !argument.is_required_set() {
        types.push("null");
    }
    json!({ "type": types })
}

/// The values that an option has by name.
fn names(argument: &Arg) -> Option<Vec<Value>> {
    let listed: Vec<String> =
        argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if !listed.is_empty() {
        return Some(listed.into_iter().map(Value::String).collect());
    }
    let kind = argument.get_value_parser().type_id();
    let named = |names: Vec<String>| Some(names.into_iter().map(Value::String).collect());
    if kind == TypeId::of::<TourFormat>() {
        named(TourFormat::names())
    } else if kind == TypeId::of::<PlacementFormat>() {
        named(PlacementFormat::names())
    } else if kind == TypeId::of::<Format>() {
        named(Format::ALL.map(|format| format.name().to_owned()).to_vec())
    } else if kind == TypeId::of::<queens::Format>() {
        named(queens::Format::ALL.map(|format| format.name().to_owned()).to_vec())
    } else if kind == TypeId::of::<TieBreak>() {
        named(TieBreak::ALL.map(|rule| rule.name().to_owned()).to_vec())
    } else if kind == TypeId::of::<Formulation>() {
        named(Formulation::ALL.map(|formulation| formulation.name().to_owned()).to_vec())
    } else {
        None
    }
}
