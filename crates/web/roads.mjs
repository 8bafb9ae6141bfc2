// The roads by which a question reaches satdoku. Each is an object with `ask(name, question)`, which returns a promise of
// `{ answer, milliseconds }`, and `end()`. A question without an answer has the answer `{ problem: { kind, place, sentence } }`.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

/** The module in this process. */
export async function inNode(folder) {
    const { init, ask } = await import(pathToFileURL(resolve(folder, "satdoku.js")));
    const bytes = await readFile(resolve(folder, "satdoku.wasm"));
    const began = performance.now();
    await init(bytes);
    const ready = performance.now() - began;
    return { ready, ask: async (name, question) => timed(ask, name, question), end() {} };
}

/** An answer and its time; a page has the text of this function too. */
function timed(ask, name, question) {
    const began = performance.now();
    let answer;
    try {
        answer = ask(name, question);
    } catch ({ kind, place, sentence, message }) {
        answer = { problem: { kind, place, sentence: sentence ?? message } };
    }
    return { answer, milliseconds: performance.now() - began };
}

/** The command `ask`, a process for each question. */
export function byProgram(program) {
    const ask = async (name, question) => {
        const began = performance.now();
        const process = spawn(program, ["ask", name], { stdio: ["pipe", "pipe", "inherit"] });
        process.stdin.end(JSON.stringify(question));
        const answer = await json(process.stdout);
        return { answer, milliseconds: performance.now() - began };
    };
    return { ask, end() {} };
}

/** The example `native`, which times its answers itself. */
export function byNative(program) {
    const process = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
    const ask = async (name, question) => {
        process.stdin.write(`${name} ${JSON.stringify(question)}\n`);
        const { value } = await lines.next();
        const at = value.indexOf(" ");
        return { answer: JSON.parse(value.slice(at + 1)), milliseconds: Number(value.slice(0, at)) / 1e3 };
    };
    return { ask, end: () => process.stdin.end() };
}

/** The API of `serve`. */
export async function byServer(program) {
    const process = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
    const { value: address } = await createInterface({ input: process.stdout })[Symbol.asyncIterator]().next();
    const headers = { "content-type": "application/json" };
    const ask = async (name, question) => {
        const began = performance.now();
        const response = await fetch(`${address}api/${name}`, { method: "POST", headers, body: JSON.stringify(question) });
        const text = await response.text();
        const milliseconds = performance.now() - began;
        return { answer: answerOf(response, text), milliseconds };
    };
    return { ask, end: () => process.kill() };
}

/** The answer as the other roads give it: clauses are sent as they are, a problem by the status and a document of its own. */
function answerOf({ ok, headers }, text) {
    if (ok && headers.has("x-clauses")) {
        const [variables, clauses] = ["x-variables", "x-clauses"].map((name) => Number(headers.get(name)));
        return { variables, clauses, dimacs: text };
    }
    const value = JSON.parse(text);
    if (ok) return value;
    const { detail, row, column, of } = value;
    return { problem: { place: row === undefined ? null : { row, column, of }, sentence: detail } };
}

/** The worker of the page: takes questions from the server that it comes from. */
const WORKER = `import { init, ask } from "./satdoku.js";
const timed = ${timed};
const response = await fetch("satdoku.wasm");
const bytes = await response.arrayBuffer();
const began = performance.now();
await init(bytes);
let told = { ready: performance.now() - began };
for (;;) {
    const asked = await (await fetch("next", { method: "POST", body: JSON.stringify(told) })).json();
    told = timed(ask, asked.name, asked.question);
}`;

const PAGE = `<!doctype html><script type="module">new Worker("worker.js", { type: "module" });</script>`;

/** The module in a worker of a page in Chromium. */
export async function inPage(folder, chromium = "chromium") {
    const files = { "/": ["text/html", PAGE], "/worker.js": ["text/javascript", WORKER] };
    for (const [name, kind] of [["satdoku.js", "text/javascript"], ["satdoku.wasm", "application/wasm"]]) {
        files[`/${name}`] = [kind, await readFile(join(folder, name))];
    }
    let hear;
    let waiting;
    const heard = () => new Promise((resolve) => (hear = resolve));
    const server = createServer(async (request, response) => {
        // A page that is isolated from others has a clock of microseconds.
        response.setHeader("cross-origin-opener-policy", "same-origin");
        response.setHeader("cross-origin-embedder-policy", "require-corp");
        if (request.method === "POST") {
            waiting = response;
            return hear(await json(request));
        }
        const [kind, content] = files[request.url] ?? ["text/plain", ""];
        response.setHeader("content-type", kind);
        response.end(content);
    });
    server.requestTimeout = 0;
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const profile = await mkdtemp(join(tmpdir(), "satdoku-"));
    const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", `--user-data-dir=${profile}`];
    const first = heard();
    const browser = spawn(chromium, [...options, `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore" });
    const { ready } = await first;
    const ask = (name, question) => {
        const answer = heard();
        waiting.end(JSON.stringify({ name, question }));
        return answer;
    };
    const end = async () => {
        browser.kill();
        await new Promise((resolve) => browser.once("exit", resolve));
        server.closeAllConnections();
        server.close();
        await rm(profile, { recursive: true, force: true });
    };
    return { ready, ask, end };
}
