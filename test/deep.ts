/** How long the long tests run: `npm run test:deep` (DEEP=1) makes them deep. */

export const isDeep = process.env['DEEP'] === '1';

/** As in `fc.assert(property, { numRuns: times(200, 20_000) })`. */
export const times = (usual: number, deep: number): number => (isDeep ? deep : usual);

/** After how long a test counts as hung, in milliseconds: it never fails for a busy machine. A deep one may take two hours. */
export const HANGS = 60_000;
export const within = (usual: number): number => times(Math.max(usual, HANGS), 7_200_000);
