// Asks the module and the program the same questions about puzzles of the tests, and compares the answers.
//
//   node crates/web/compare.mjs target/web target/debug/satdoku [FILE...]
//
// Without files the puzzles are those below; a file has a puzzle on each line. What an answer took is left out of the comparison.

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program, ...files] = process.argv.slice(2);
const { init, ask } = await import(pathToFileURL(resolve(folder, "satdoku.js")));
let began = performance.now();
await init(readFile(resolve(folder, "satdoku.wasm")));
console.log(`ready in ${(performance.now() - began).toFixed(0)} ms`);

const PUZZLES = [
    { puzzle: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" },
    { puzzle: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.." },
    { puzzle: "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......" },
    { puzzle: ".4.2...1.....3.." },
    { board: "2x3" },
    { board: "2x2+diagonals" },
    { board: "latin5" },
    { puzzle: "2 2\ndigits 0..3\n0 . . .\n. . . .\n. . 1 .\n. . . .\n" },
    { puzzle: "11..............." },
    { puzzle: "not a puzzle" },
    { board: "2x2", rules: ["killer 3 r1c1 r1c2", "thermometer r1c3 r2c3"] },
    { board: "2x2", rules: ["antiking", "arrow r1c1 : r2c1 r2c2"] },
    { board: "3x3", rules: ["killer 6 r1c1 r1c2 r1c3", "antiknight", "sandwich 12 row 3", "whispers 5 r4c4 r5c5 r6c6 r7c7"] },
    { board: "3x3", rules: ["relation abs(a-b)>=5 : r1c1-r1c4", "regex (1[2-5]|9)* : r2c1-r2c4"] },
    { board: "2x2", rules: ["layer shade 0..1", "connected 1 shade"] },
    { board: "2x2", rules: ["yinyang shade"] },
    { board: "4x4" },
    { board: "samurai" },
    { puzzle: "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage~15~R1C1~R1C2~R2C1.AntiKnight" },
];

const QUESTIONS = {
    solve: { limit: 3 },
    count: { limit: 2 },
    check: {},
    board: {},
    judge: { digits: {} },
    convert: { to: "header" },
    draw: {},
    encode: {},
    explain: {},
    candidates: {},
    hint: {},
    path: {},
    rate: {},
};

/** What an answer says that was not found in time. */
const LATE = /"kind":"stopped"|"(verdict|uniqueness)":"unknown"|"(stopped|undecided)":|not known|time limit|ran out/;

/** Questions that take long on large empty boards, or are answered by whichever thread is first. */
const LONG = ["explain", "candidates", "hint", "path", "rate"];
const LARGE = ["4x4", "samurai"];

/** An answer without what it took. */
function plain(value) {
    if (Array.isArray(value)) return value.map(plain);
    if (value === null || typeof value !== "object") return value;
    const members = Object.entries(value).filter(([name]) => !["stats", "seconds", "winner", "time"].includes(name));
    return Object.fromEntries(members.map(([name, value]) => [name, plain(value)]));
}

function here(name, question) {
    try {
        return ask(name, question);
    } catch (error) {
        const { kind, place, sentence } = error;
        return { problem: { kind, place, sentence } };
    }
}

function there(name, question) {
    const ran = spawnSync(program, ["ask", name], { input: JSON.stringify(question), encoding: "utf8", maxBuffer: 1 << 28 });
    return JSON.parse(ran.stdout);
}

const lines = (await Promise.all(files.map((file) => readFile(file, "utf8")))).flatMap((text) => text.split("\n"));
const read = lines.filter((line) => line.trim() !== "").map((puzzle) => ({ puzzle }));
const puzzles = files.length > 0 ? read : PUZZLES;

const times = {};
let [same, late] = [0, 0];
const differ = [];
for (const puzzle of puzzles) {
    for (const [name, more] of Object.entries(QUESTIONS)) {
        if (LONG.includes(name) && LARGE.includes(puzzle.board)) continue;
        const question = { ...puzzle, ...more, time_limit: "10s" };
        began = performance.now();
        const found = here(name, question);
        (times[name] ??= []).push(performance.now() - began);
        const expected = there(name, question);
        const isLate = [found, expected].some((answer) => LATE.test(JSON.stringify(answer)));
        if (isLate) late += 1;
        else if (JSON.stringify(plain(found)) === JSON.stringify(plain(expected))) same += 1;
        else differ.push([name, question, plain(found), plain(expected)]);
    }
}
for (const [name, of] of Object.entries(times)) {
    of.sort((a, b) => a - b);
    const at = (share) => of[Math.min(of.length - 1, Math.floor(share * of.length))].toFixed(1);
    console.log(`${name.padEnd(10)} median ${at(0.5).padStart(7)} ms   95 % ${at(0.95).padStart(8)} ms`);
}
for (const [name, question, found, expected] of differ) {
    console.log(`${name} ${JSON.stringify(question)}\n  module:  ${JSON.stringify(found).slice(0, 400)}\n  program: ${JSON.stringify(expected).slice(0, 400)}`);
}
console.log(`${same} answers equal, ${late} out of time, ${differ.length} different`);
// A comparison of late answers alone would show nothing.
process.exitCode = differ.length > 0 || 10 * late > same ? 1 : 0;
