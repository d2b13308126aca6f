/** The clock of the machine, for every host that runs on a real one. */

import type { ClockPort } from '../engine/ports/host';

/** Asking for the zone costs a tenth of a millisecond, and every operation asks; a traveller waits so long for the new one. */
const ZONE_KEPT_MS = 5000;

let knownZone = '';
let zoneReadAt = -Infinity;

export const systemClock: ClockPort = {
  now: () => Date.now(),
  timeZone: () => {
    const now = performance.now();
    if (now - zoneReadAt >= ZONE_KEPT_MS) {
      knownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      zoneReadAt = now;
    }
    return knownZone;
  },
};
