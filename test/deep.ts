/** How long the long tests run: `npm run test:deep` (DEEP=1) makes them deep. */

export const isDeep = process.env['DEEP'] === '1';

/** As in `fc.assert(property, { numRuns: times(200, 20_000) })`. */
export const times = (usual: number, deep: number): number => (isDeep ? deep : usual);

/** How long a test may take, in milliseconds: a deep one two hours. */
export const within = (usual: number): number => times(usual, 7_200_000);
