/** Nothing that a handler is given writes: `tsc` fails here when one of these lines compiles. docs/architecture.md: Ideas that carry it, 2. */

import type { ReadContext, UpkeepContext, WriteContext } from '../../src/engine/contexts';

type Handed = ReadContext | UpkeepContext | WriteContext;
type Vault = Handed['host']['vault'];

export type Writing = [
  // @ts-expect-error A handler gets the vault's reading part.
  Vault['create'],
  // @ts-expect-error The same.
  Vault['replace'],
  // @ts-expect-error The same.
  Vault['move'],
  // @ts-expect-error The same.
  Vault['trash'],
  // @ts-expect-error The private state is the journal's.
  Handed['host']['privateStore'],
  // @ts-expect-error Caches are filled at closing.
  Handed['host']['cache'],
  // @ts-expect-error The lane alone records.
  Handed['journal']['record'],
  // @ts-expect-error What takes history away is handed out by the lane, while upkeep may be done.
  Handed['journal']['retire'],
];
