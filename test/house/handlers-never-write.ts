/** Nothing that a handler is given writes: `tsc` fails here when it does. docs/architecture.md: Ideas that carry it, 2. */

import type { ReadContext, UpkeepContext, WriteContext } from '../../src/engine/contexts';
import type { Journal } from '../../src/engine/history/journal/journal';
import type { Host } from '../../src/engine/ports/host';
import type { VaultPort } from '../../src/engine/ports/vault-port';

type Handed = ReadContext | UpkeepContext | WriteContext;

/** `Names` are members of `Whole`, so that none of them is forgotten when it gets another name, and `Part` has none of them. */
type Lacks<Part, Whole, Names extends keyof Whole> = [Shared<Part, Names>] extends [never] ? true : Shared<Part, Names>;

/** Of each part of a union. */
type Shared<Part, Names> = Part extends unknown ? Extract<keyof Part, Names> : never;

export const NEVER_HANDED: readonly [
  Lacks<
    Handed['host']['vault'],
    VaultPort,
    'create' | 'replace' | 'move' | 'remove' | 'trash' | 'mend' | 'createFolder' | 'removeFolder' | 'sync'
  >,
  Lacks<Handed['host'], Host, 'privateStore' | 'cache'>,
  Lacks<Handed['journal'], Journal, 'record' | 'recordExternal' | 'retire' | 'cutLog'>,
] = [true, true, true];
