// Writes satdoku.d.ts: a TypeScript type for each question and answer, made from the JSON Schema that the module itself gives.
//
//   node crates/web/types.mjs target/web

import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const { init, ask } = await import(pathToFileURL(`${folder}/satdoku.js`));
await init(readFile(`${folder}/satdoku.wasm`));
const { properties, $defs } = ask("schema");

const union = (types) => [...new Set(types)].join(" | ");
const PLAIN = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };

function typeOf(schema, indent) {
    if (schema.$ref) return schema.$ref.split("/").at(-1);
    if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
    const parts = schema.oneOf ?? schema.anyOf;
    if (parts) return union(parts.map((part) => typeOf(part, indent)));
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
    if (schema.type === "array") return `Array<${schema.items ? typeOf(schema.items, indent) : "unknown"}>`;
    if (schema.type === "object") return schema.properties ? objectOf(schema, indent) : "Record<string, any>";
    return PLAIN[schema.type] ?? "unknown";
}

function objectOf({ properties, required }, indent) {
    const inner = `${indent}    `;
    const members = Object.entries(properties).map(([name, schema]) => {
        const comment = schema.description ? `${inner}/** ${schema.description.replaceAll("*/", "* /")} */\n` : "";
        const isOptional = !(required ?? []).includes(name);
        return `${comment}${inner}${JSON.stringify(name)}${isOptional ? "?" : ""}: ${typeOf(schema, inner)};\n`;
    });
    return members.length === 0 ? "Record<string, never>" : `{\n${members.join("")}${indent}}`;
}

const definitions = Object.entries($defs)
    .filter(([name]) => name !== "Problem")
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema, "")};\n`);
const overloads = Object.entries(properties).map(([name, { description, properties: of }]) => {
    const [question, answer] = [of.question, of.answer].map((schema) => typeOf(schema, ""));
    return `/** ${description}. */\nexport function ask(name: "${name}", question?: ${question}, options?: Options): ${answer};\n`;
});

await writeFile(`${folder}/satdoku.d.ts`, `// Made from the declarations of the questions; do not edit.

/** Options of a question. */
export interface Options {
    /** Receives the events of the question: a name and a value. */
    event?: (name: string, data: any) => void;
}

/** The place of a problem; rows, lines and columns count from 1. */
export interface Place {
    row: number;
    column: number;
    /** The grid, the text of the puzzle, or the text of the question. */
    of: string;
}

/** Why a question has no answer. */
export class Problem extends Error {
    kind: ${typeOf($defs.Problem.properties.kind, "")};
    place: Place | null;
    sentence: string;
}

/**
 * Loads the module: from the file beside this one, or from an address, a response, bytes, or a compiled module. Returns the compiled
 * module, which another worker may load without compiling.
 */
export function init(
    source?: string | URL | Response | BufferSource | WebAssembly.Module | Promise<Response | BufferSource | WebAssembly.Module>,
): Promise<WebAssembly.Module>;

${definitions.join("\n")}
${overloads.join("\n")}
/** The JSON Schema of all questions and answers. */
export function ask(name: "schema"): Record<string, any>;
`);
