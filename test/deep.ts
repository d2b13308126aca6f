/** How long the long tests run: `npm run test:deep` (DEEP=1) makes them deep, and SCALE=10 ten times as long again. */

export const isDeep = process.env['DEEP'] === '1';

/** Multiplies what a deep run repeats; `npm test` ignores it. Any positive number: 0.1 is a tenth of a deep run. */
const SCALE = Number(process.env['SCALE'] ?? 1);
if (!(SCALE > 0)) throw new Error(`SCALE=${String(process.env['SCALE'])} is not a positive number`);

/** A size or a stride: deep runs have another one, of whatever scale. */
export const size = (usual: number, deep: number): number => (isDeep ? deep : usual);

/** What is repeated, as in `fc.assert(property, { numRuns: times(200, 20_000) })`. */
export const times = (usual: number, deep: number): number => size(usual, Math.ceil(deep * SCALE));

/** After how long a test counts as hung, in milliseconds: it never fails for a busy machine. A deep one may take two hours, and more where SCALE makes it longer. */
export const HANGS = 60_000;
export const within = (usual: number): number => size(Math.max(usual, HANGS), 7_200_000 * Math.max(1, SCALE));
