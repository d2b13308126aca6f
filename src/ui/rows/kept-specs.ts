/** How tables and views were shown last, where this was not saved; it belongs to the device, not to the table. D20 */

import { useState } from 'preact/hooks';
import type { Json, JsonObject } from '../../engine/index';
import type { DeviceMemory } from '../client/device-memory';
import { asObject } from '../client/operations-client';
import { type ViewSpec, readSpec, specJson } from './view-spec';

export interface KeptSpecs {
  /** Null: as it is saved. */
  readonly of: (name: string) => ViewSpec | null;
  readonly keep: (name: string, spec: ViewSpec | null) => void;
}

const NAME = 'view-specs';

export function useKeptSpecs(device: DeviceMemory | undefined): KeptSpecs {
  const [specs] = useState(() => new Map(Object.entries(readKept(device?.load(NAME) ?? null))));
  return {
    of: (name) => {
      const kept = specs.get(name);
      return kept === undefined ? null : readSpec(kept);
    },
    keep: (name, spec) => {
      if (spec === null) specs.delete(name);
      else specs.set(name, specJson(spec));
      device?.save(NAME, Object.fromEntries(specs));
    },
  };
}

const readKept = (kept: Json): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(
    Object.entries(asObject(kept) ?? {}).filter((each): each is [string, JsonObject] => asObject(each[1]) !== null),
  );
