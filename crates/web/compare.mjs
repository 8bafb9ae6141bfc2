// Asks the module and the program the same questions about puzzles, and compares the answers.
//
//   node crates/web/compare.mjs target/web target/debug/satdoku [--server] [--page] [--limit 1s] [FILE...]
//
// The module answers in Node, with --page also in Chromium; the program by its command `ask`, with --server also by `serve`. Without
// files the puzzles are those of puzzles.mjs, which tells the form of a file. What an answer took is left out of the comparison.

import { parseArgs } from "node:util";

import { ALONE, LARGE, LATE, LONG, PUZZLES, QUESTIONS, read } from "./puzzles.mjs";
import { byProgram, byServer, inNode, inPage } from "./roads.mjs";

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { server: { type: "boolean" }, page: { type: "boolean" }, limit: { type: "string", default: "10s" } },
});
const [folder, program, ...files] = positionals;

/** An answer without what it took. */
function plain(value) {
    if (Array.isArray(value)) return value.map(plain);
    if (value === null || typeof value !== "object") return value;
    const members = Object.entries(value).filter(([name]) => !["stats", "seconds", "winner", "time"].includes(name));
    return Object.fromEntries(members.map(([name, value]) => [name, plain(value)]));
}

/** An answer as text, to be compared; a server sends no kind of a problem. */
function comparable(answer, isServed) {
    const { problem } = answer;
    const { kind, ...seen } = problem ?? {};
    return JSON.stringify(plain(problem && isServed ? { problem: seen } : answer));
}

const puzzles = files.length > 0 ? (await Promise.all(files.map(read))).flat() : PUZZLES;
const asked = Object.entries(ALONE);
for (const puzzle of puzzles) {
    for (const [name, more] of Object.entries(QUESTIONS)) {
        if (LONG.includes(name) && LARGE.includes(puzzle.board)) continue;
        asked.push([name, { ...puzzle, ...more }]);
    }
}

const roads = { program: byProgram(program), module: await inNode(folder) };
if (values.server) roads.server = await byServer(program);
if (values.page) roads.page = await inPage(folder);

const times = {};
let [same, late] = [0, 0];
const differ = [];
for (const [name, question] of asked) {
    const limited = name in ALONE ? question : { ...question, time_limit: values.limit };
    const answers = {};
    let isLate = false;
    for (const [road, { ask }] of Object.entries(roads)) {
        const { answer, milliseconds } = await ask(name, limited);
        answers[road] = answer;
        if (road === "module") (times[name] ??= []).push(milliseconds);
        isLate = LATE.test(JSON.stringify(answer));
        if (isLate) break;
    }
    const isEqual = ([road, answer]) => comparable(answer, road === "server") === comparable(answers.program, road === "server");
    if (isLate) late += 1;
    else if (Object.entries(answers).every(isEqual)) same += 1;
    else differ.push([name, limited, answers]);
}
await Promise.all(Object.values(roads).map((road) => road.end()));

for (const road of ["module", "page"].filter((road) => road in roads)) console.log(`${road} ready in ${roads[road].ready.toFixed(0)} ms`);
for (const [name, of] of Object.entries(times)) {
    of.sort((a, b) => a - b);
    const at = (share) => of[Math.min(of.length - 1, Math.floor(share * of.length))].toFixed(1);
    console.log(`${name.padEnd(10)} median ${at(0.5).padStart(7)} ms   95 % ${at(0.95).padStart(8)} ms`);
}
for (const [name, question, answers] of differ) {
    console.log(`${name} ${JSON.stringify(question)}`);
    for (const [road, answer] of Object.entries(answers)) console.log(`  ${road}: ${JSON.stringify(plain(answer)).slice(0, 400)}`);
}
console.log(`${same} answers equal by ${Object.keys(roads).join(", ")}; ${late} out of time, ${differ.length} different`);
// A comparison of late answers alone would show nothing.
process.exitCode = differ.length > 0 || 10 * late > same ? 1 : 0;
