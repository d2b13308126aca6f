/** Ids for elements that name each other. */

import { useState } from 'preact/hooks';

let count = 0;

/** Another one for each component. Preact's `useId` counts from the start again below a component that was drawn by itself. */
export const useElementId = (): string => useState(() => `ndb-id-${(count += 1)}`)[0];
