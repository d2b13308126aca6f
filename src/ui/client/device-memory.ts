/** Values that a shell keeps on this device. docs/page.md#two-homes */

import type { Json } from '../../engine/index';

/** Each value has a name. */
export interface DeviceMemory {
  load(name: string): Json | null;
  save(name: string, value: Json): void;
}
