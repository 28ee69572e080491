//! todo
use hippodrome::model::Model;
/// x
#[derive(Debug)]
pub struct FarkasError;
/// x
pub fn farkas(_m:&Model)->Option<FarkasError>{None}
