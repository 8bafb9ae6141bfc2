// The questions of satdoku in JavaScript: loads the WebAssembly module, and carries questions and answers over as JSON.

/** Why a question has no answer. */
export class Problem extends Error {
    constructor({ kind, place, sentence }) {
        super(sentence);
        this.name = "Problem";
        this.kind = kind;
        this.place = place ?? null;
        this.sentence = sentence;
    }
}

let module;
let exports;
let listener;
let panic;

const text = (at, length) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));

const imports = {
    satdoku: {
        now: () => performance.now(),
        event: (at, length) => {
            const { event, data } = JSON.parse(text(at, length));
            if (event === "panic") {
                panic = data;
            } else {
                listener?.(event, data);
            }
        },
    },
};

const isNode = typeof process === "object" && process.versions?.node !== undefined;

// Without a source the module lies beside this file. Node reads it as a file, a browser fetches it.
async function bytesBeside() {
    const url = new URL("satdoku.wasm", import.meta.url);
    if (isNode && url.protocol === "file:") {
        const { readFile } = await import("node:fs/promises");
        return readFile(url);
    }
    return fetch(url);
}

async function compiled(source) {
    const given = await (source ?? bytesBeside());
    if (given instanceof WebAssembly.Module) {
        return given;
    }
    if (typeof given === "string" || given instanceof URL) {
        return compiled(fetch(given));
    }
    if (typeof Response === "function" && given instanceof Response) {
        if (!given.ok) {
            throw new Error(`${given.url}: ${given.status} ${given.statusText}`);
        }
        // A server may send another media type than compileStreaming wants.
        return WebAssembly.compile(await given.arrayBuffer());
    }
    return WebAssembly.compile(given);
}

/**
 * Loads the module: from the file beside this one, or from an address, a response, bytes, or a compiled module. Returns the compiled
 * module, which another worker may load without compiling.
 */
export async function init(source) {
    module = await compiled(source);
    exports = (await WebAssembly.instantiate(module, imports)).exports;
    return module;
}

function put(string) {
    const bytes = new TextEncoder().encode(string);
    const at = exports.allocate(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
}

/** Answers a question, an object. Throws a Problem where there is no answer. */
export function ask(name, question = {}, { event } = {}) {
    if (module === undefined) {
        throw new Error("call init() first, and wait for it");
    }
    // A module that has trapped may be in any state: its successor is a new one.
    exports ??= new WebAssembly.Instance(module, imports).exports;
    panic = undefined;
    const asked = [put(name), put(JSON.stringify(question))];
    listener = event;
    let answer;
    try {
        const at = exports.ask(...asked[0], ...asked[1]);
        const length = new DataView(exports.memory.buffer).getUint32(at, true);
        answer = text(at + 4, length);
        exports.release(at, length + 4);
        asked.forEach(([at, length]) => exports.release(at, length));
    } catch (error) {
        exports = undefined;
        throw new Problem({ kind: "internal", place: null, sentence: `satdoku failed: ${panic ?? error.message}` });
    } finally {
        listener = undefined;
    }
    const value = JSON.parse(answer);
    if (value.problem !== undefined && Object.keys(value).length === 1) {
        throw new Problem(value.problem);
    }
    return value;
}
