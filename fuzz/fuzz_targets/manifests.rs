//! Manifests of certificates: the first byte says whether the rest is a manifest, or all of one but the digest that ends it,
//! which is then added. A text that is read is the only one that says what it says; every other is an error, with a place
//! where it is no JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;
use satdoku::certificate::{Digest, Manifest, ManifestError};
use satdoku_fuzz::assert_place;

/// A text with its digest behind it, as a manifest ends.
fn digested(head: &[u8]) -> Vec<u8> {
    [head, format!("  \"sha256\": \"{}\"\n}}\n", Digest::of(head)).as_bytes()].concat()
}

fuzz_target!(|data: &[u8]| {
    let [selector, head @ ..] = data else { return };
    let text = if selector % 2 == 0 { head.to_vec() } else { digested(head) };
    match Manifest::parse(&text) {
        Ok(manifest) => {
            assert_eq!(manifest.text().as_bytes(), text);
            let named: Vec<_> = manifest.files.iter().map(|file| file.name.as_str()).collect();
            assert_eq!(named, Manifest::expected_files(manifest.claim, manifest.proof));
            let mut damaged = text;
            let at = damaged.len() / 2;
            damaged[at] ^= 1;
            assert!(Manifest::parse(&damaged).is_err(), "byte {at} is flipped");
        }
        Err(error @ ManifestError::Json { line, column, .. }) => {
            // At the end of a line the parser stands in its column 0.
            assert_place(&text, line as u64, column.max(1) as u64, &error.to_string());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
