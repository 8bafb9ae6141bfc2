//! Takes the WebAssembly module into the page, out of the folder that `SATDOKU_WEB` names: an absolute path, or one from the root of the
//! repository. `crates/web/build` fills such a folder.

use std::env;
use std::path::Path;

/// The files of the module.
const FILES: [&str; 2] = ["satdoku.js", "satdoku.wasm"];

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_module)");
    println!("cargo::rerun-if-env-changed=SATDOKU_WEB");
    let Some(folder) = env::var_os("SATDOKU_WEB").filter(|folder| !folder.is_empty()) else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    for file in FILES {
        let file = folder.join(file);
        assert!(file.is_file(), "SATDOKU_WEB: expected {} there; crates/web/build makes it", file.display());
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rustc-env=SATDOKU_WEB_FOLDER={}", folder.display());
    println!("cargo::rustc-cfg=has_module");
}
