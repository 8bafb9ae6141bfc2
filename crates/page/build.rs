//! Joins the scripts and the style sheets of the page, each kind into one file, so that a browser asks for few files.
//!
//! Takes the WebAssembly module into the page, out of the folder that `SATDOKU_WEB` names: an absolute path, or one from the root of the
//! repository. `crates/web/build` fills such a folder.

#[path = "src/join.rs"]
mod join;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The files of the module.
const MODULE: [&str; 2] = ["satdoku.js", "satdoku.wasm"];

/// The style sheets in the order in which they hold.
const STYLES: [&str; 2] = ["style.css", "board.css"];

/// Stands for the picture of the page in its text.
const ICON: &str = "icon.svg";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_module)");
    println!("cargo::rerun-if-env-changed=SATDOKU_WEB");
    println!("cargo::rerun-if-changed=files");
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("files");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo's folder"));
    let module = module();
    let read = |name: &str| {
        let folder = if MODULE.contains(&name) { module.as_deref().unwrap_or(&files) } else { &files };
        fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"))
    };
    let take = |text: Result<String, String>| text.unwrap_or_else(|error| panic!("{error}"));
    let write =
        |name: &str, text: String| fs::write(out.join(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
    write("main.js", take(join::join("main.js", &read)));
    // Without the module nobody asks for its worker.
    let worker = if module.is_some() { take(join::join("engine-worker.js", &read)) } else { String::new() };
    write("engine-worker.js", worker);
    write("style.css", STYLES.map(|name| join::style(&take(read(name)))).concat());
    // A picture in the text is one file less to ask for.
    let icon = format!("data:image/svg+xml,{}", escaped(take(read(ICON)).trim()));
    write("index.html", take(read("index.html")).replace(&format!("\"{ICON}\""), &format!("\"{icon}\"")));
}

/// The folder of the module, where one is named.
fn module() -> Option<PathBuf> {
    let folder = env::var_os("SATDOKU_WEB").filter(|folder| !folder.is_empty())?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    for file in MODULE {
        let file = folder.join(file);
        assert!(file.is_file(), "SATDOKU_WEB: expected {} there; crates/web/build makes it", file.display());
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rustc-env=SATDOKU_WEB_FOLDER={}", folder.display());
    println!("cargo::rustc-cfg=has_module");
    Some(folder)
}

/// A text for an address in double quotes.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |escaped, sign| match sign {
        '"' => escaped + "'",
        '%' | '#' | '<' | '>' => escaped + &format!("%{:02X}", u32::from(sign)),
        sign => escaped + &sign.to_string(),
    })
}
