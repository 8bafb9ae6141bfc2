//! Tables in an object store: the server of `moto`, a Python package, which speaks the protocol of Amazon's S3.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::processes::{Cluster, Process, answered, free_ports, program, run, wait_for};

/// An object store on this machine.
struct Store {
    port: u16,
    #[allow(dead_code)] // Ends with the test.
    server: Process,
}

impl Store {
    fn begin() -> Option<Self> {
        let moto = std::env::var_os("MOTO_SERVER").unwrap_or_else(|| "moto_server".into());
        let port = free_ports();
        let mut command = Command::new(&moto);
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        let Ok(child) = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn() else {
            let _ = writeln!(std::io::stderr(), "skipped: no {}; MOTO_SERVER can name it", moto.display());
            return None;
        };
        let server = Process(child);
        wait_for("the store", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        let store = Self { port, server };
        store.put("", b"");
        Some(store)
    }

    /// Puts an object into the bucket; with an empty name, makes the bucket.
    fn put(&self, name: &str, bytes: &[u8]) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the store listens");
        let length = bytes.len();
        // An existing object may be replaced only by a user with a name; any name will do.
        let head = format!(
            "PUT /lake/{name} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\nConnection: close\r\n\
             Authorization: AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0\r\n\r\n"
        );
        let mut answer = String::new();
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(bytes)).expect("the store reads");
        stream.read_to_string(&mut answer).expect("the store answers");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    fn variables(&self) -> [(String, String); 5] {
        let endpoint = format!("http://127.0.0.1:{}", self.port);
        let variables = [
            ("AWS_ENDPOINT", endpoint.as_str()),
            ("AWS_ALLOW_HTTP", "true"),
            ("AWS_ACCESS_KEY_ID", "key"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("AWS_REGION", "us-east-1"),
        ];
        variables.map(|(name, value)| (name.to_owned(), value.to_owned()))
    }

    fn run(&self, expected: i32, arguments: &[&str]) -> (String, String) {
        let output = program().args(arguments).envs(self.variables()).output().expect("the program runs");
        answered(expected, &output)
    }
}

fn packed(text: &str) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(text.as_bytes()).expect("memory");
    packed.finish().expect("memory")
}

fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

const COUNT: &str = "SELECT puzzle, sudoku_count(puzzle, 1000)['count'] AS n FROM p ORDER BY 1";

#[test]
fn tables_lie_in_a_store() {
    let Some(store) = Store::begin() else { return };
    store.put("texts/b.txt.gz", &packed("1...............\n"));
    store.put("texts/a%20b%25.txt.gz", &packed("1234341221434321\n"));
    store.put("texts/_finished.jsonl", b"{}\n");
    store.put("texts/deep/c.txt.gz", &packed("0000000000000000\n"));
    let all = "puzzle,n\n0000000000000000,288\n1...............,72\n1234341221434321,1\n";
    for address in ["p=s3://lake/texts/", "p=s3://lake/texts", "p=s3a://lake/texts/"] {
        assert_eq!(store.run(0, &["query", COUNT, "--table", address]).0, all, "{address}");
    }
    let one = store.run(0, &["query", COUNT, "--table", "p=s3://lake/texts/a%20b%25.txt.gz"]).0;
    assert_eq!(one, "puzzle,n\n1234341221434321,1\n");
    // A table of Parquet is read in pieces.
    let folder = tempfile::tempdir().expect("a folder");
    let made = folder.path().join("made.parquet");
    let generating =
        "SELECT value AS k, sudoku_generate('kind=minimal seed=3', value)['puzzle'] AS puzzle FROM range(0, 500)";
    run(0, &["query", generating, "-o", &path(&made)]);
    store.put("made.parquet", &std::fs::read(&made).expect("a file"));
    let unique = "SELECT sudoku_is_unique(puzzle)['unique'] AS u, count(*) AS n FROM p GROUP BY 1";
    assert_eq!(store.run(0, &["query", unique, "--table", "p=s3://lake/made.parquet"]).0, "u,n\ntrue,500\n");
    // A missing object is an error, and so is an address of no store.
    let none = store.run(2, &["query", COUNT, "--table", "p=s3://lake/none/"]).1;
    assert!(none.contains("s3://lake/none/: there are no objects"), "{none}");
    let none = store.run(2, &["query", COUNT, "--table", "p=s3://nowhere/a.txt"]).1;
    assert!(none.contains("s3://nowhere/a.txt"), "{none}");
    let wrong = run(2, &["query", COUNT, "--table", "p=ftp://lake/a.txt"]).1;
    assert!(wrong.contains("expected a path, or an address that begins with s3"), "{wrong}");
    let wrong = run(2, &["query", COUNT, "--table", "p=https://s3.eu-west-1.amazonaws.com/lake/a.txt"]).1;
    assert!(wrong.contains("s3://BUCKET/NAME"), "{wrong}");
}

#[test]
fn a_cluster_reads_a_store() {
    let Some(store) = Store::begin() else { return };
    store.put("in/a.csv", b"puzzle\n1234341221434321\n0000000000000000\n");
    store.put("in/b.csv", b"puzzle\n1...............\n");
    let cluster = Cluster::with(1, &store.variables());
    let folder = tempfile::tempdir().expect("a folder");
    let (out, address) = (path(&folder.path().join("out")), cluster.address());
    let ask = "SELECT puzzle, sudoku_count(puzzle, 1000)['count'] AS n FROM p";
    let arguments = ["submit", ask, "--table", "p=s3://lake/in/", "--scheduler", &address, "-o", &out];
    let said = store.run(0, &arguments).1;
    assert!(said.contains("3 rows in 2 parts, 0 of them finished before"), "{said}");
    let said = store.run(0, &arguments).1;
    assert!(said.contains("2 of them finished before"), "{said}");
    let rows = run(0, &["query", "SELECT * FROM t ORDER BY n", "--table", &format!("t={out}")]).0;
    assert_eq!(rows, "puzzle,n\n1234341221434321,1\n1...............,72\n0000000000000000,288\n");
    // A changed object is another input.
    store.put("in/b.csv", b"puzzle\n2...............\n");
    let said = store.run(2, &arguments).1;
    assert!(said.contains("another query or of other files"), "{said}");
}
