//! The transcripts of the README are run, and have to come out as they are printed there.
//!
//! `TRYCMD=overwrite cargo test --test transcripts` writes the outputs of today into the README.

use std::fs;
use std::path::Path;

#[test]
fn readme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = root.join("README.md");
    // The commands of the README write files: they run in a directory of their own.
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("README.in")).unwrap();
    let copy = dir.path().join("README.md");
    fs::copy(&readme, &copy).unwrap();
    let cases = trycmd::TestCases::new();
    cases
        .case(copy.to_str().unwrap())
        .register_bin("hippodrome", Path::new(env!("CARGO_BIN_EXE_hippodrome")));
    cases.run();
    if std::env::var("TRYCMD").as_deref() == Ok("overwrite") {
        fs::copy(&copy, &readme).unwrap();
    }
    assert!(fs::read_to_string(&readme).unwrap().matches("\n$ hippodrome").count() >= 10);
}
