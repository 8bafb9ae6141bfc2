// Asks the Interactive Sudoku Solver whether each puzzle has one solution: `node … CHECKOUT SECONDS`, a JSON string or null a line in,
// an object a line out: `ended`, the milliseconds of CPU of reading, building and solving, and the first solution.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [checkout, seconds] = process.argv.slice(-2);
const root = pathToFileURL(`${checkout}/js/`).href;
globalThis.self = globalThis;
self.VERSION_PARAM = '';
process.chdir(checkout);
const { SudokuParser } = await import(`${root}sudoku_parser.js`);
const { SudokuBuilder } = await import(`${root}solver/sudoku_builder.js`);
const { LookupTables } = await import(`${root}solver/lookup_tables.js`);

// The clock is looked at after so many steps, as a power of two.
const STEPS = 9;

function decide(text) {
    const constraint = SudokuParser.parseText(text);
    const { numGridCells, valueOffset } = constraint.getGeometry();
    const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(constraint))._internalSolver;
    const end = performance.now() + 1000 * seconds;
    const late = {};
    solver.setProgressCallback(() => {
        if (performance.now() > end) throw late;
    }, STEPS);
    const found = [];
    let ended;
    try {
        solver.run({ maxSolutions: 2 }, grid => found.push(grid.slice(0, numGridCells)));
        ended = ['none', 'unique', 'several'][found.length];
    } catch (error) {
        if (error !== late) throw error;
        ended = 'undecided';
    }
    const values = found.length ? [...found[0]].map(mask => LookupTables.toOffsetValue(mask, valueOffset)) : [];
    return { ended, values };
}

for await (const line of createInterface({ input: process.stdin })) {
    const text = JSON.parse(line);
    if (text === null) {
        console.log(JSON.stringify({ ended: 'refused', ms: 0 }));
        continue;
    }
    const before = process.cpuUsage();
    let told;
    try {
        const { ended, values } = decide(text);
        told = { ended, solution: values.join(values.some(value => value > 9) ? ',' : '') };
    } catch (error) {
        told = { ended: 'refused', problem: String(error).slice(0, 200) };
    }
    const used = process.cpuUsage(before);
    console.log(JSON.stringify({ ...told, ms: (used.user + used.system) / 1000 }));
}
