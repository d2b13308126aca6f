/** How long the long tests run: `npm run test:deep` (DEEP=1) makes them deep. */

export const isDeep = process.env['DEEP'] === '1';

/** As in `fc.assert(property, { numRuns: times(200, 20_000) })`. */
export const times = (usual: number, deep: number): number => (isDeep ? deep : usual);
