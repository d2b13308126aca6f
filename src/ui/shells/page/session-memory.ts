/** Widths of columns and views that were not saved, in the session of this tab. D20 */

import type { Json } from '../../../engine/index';
import type { DeviceMemory } from '../../client/device-memory';

/** A browser may keep no session: then it is forgotten with the page. */
export function sessionMemory(storage: () => Storage): DeviceMemory {
  return {
    load: (name) => {
      try {
        return JSON.parse(storage().getItem(`notedb-${name}`) ?? 'null') as Json;
      } catch {
        return null;
      }
    },
    save: (name, value) => {
      try {
        if (value === null) storage().removeItem(`notedb-${name}`);
        else storage().setItem(`notedb-${name}`, JSON.stringify(value));
      } catch {
        // Nothing is kept.
      }
    },
  };
}
