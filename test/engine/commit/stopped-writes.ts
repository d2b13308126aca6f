/** A vault of three people whose program stopped in the middle of a write. */

import type { JsonObject } from '../../../src/engine/index';
import { openEngine } from '../../../src/engine/index';
import type { MemoryHost } from '../../memory-host/memory-host';
import { PEOPLE, type TestVault, openVault } from '../open-vault';

export const FOLDER = 'notedb/main/default/people';
export const ada = `${FOLDER}/Ada.md`;
export const grace = `${FOLDER}/Grace.md`;
export const NAMES = ['Ada', 'Grace', 'Alan'] as const;

export type Call = readonly [string, JsonObject];

export const BORN: Call = ['update_rows', { table: 'people', set_values: { born: '1900-01-01' } }];

export async function people(): Promise<TestVault> {
  const vault = await openVault({ files: { 'Links.md': 'See [[Ada]].\n', 'More.md': 'More.\n' } });
  await vault.run('create_table', PEOPLE);
  for (const name of NAMES)
    await vault.run('insert_row', { table: 'people', values: { name }, body: `About ${name}.\n` });
  await vault.engine.close();
  return vault;
}

export interface Moment {
  readonly name: string;
  readonly nth?: number;
  readonly moment?: 'before' | 'after' | 'torn';
  /** The calls are made at once instead of one after the other. */
  readonly together?: boolean;
}

/** The host of a process that stopped in the middle of a write. */
export async function stopped(
  calls: readonly Call[],
  { name, nth = 1, moment = 'before', together = false }: Moment,
): Promise<MemoryHost> {
  const image = (await people()).host.image();
  const attempt = async (host: MemoryHost, at: number | null): Promise<MemoryHost> => {
    host.calls.reset();
    const engine = await openEngine(host);
    host.calls.reset();
    if (at !== null) host.crashAt(at, moment);
    const run = ([operation, args]: Call): Promise<unknown> => engine.run(operation, args).catch(() => undefined);
    if (together) await Promise.all(calls.map(run));
    else for (const call of calls) await run(call);
    return host;
  };
  const { host } = await people();
  const rehearsal = await attempt(host.reboot(image), null);
  const at = rehearsal.calls.log.filter(({ port, method }) => `${port}.${method}` === name)[nth - 1]?.number;
  if (at === undefined) throw new Error(`${name} is not called ${nth} times`);
  return attempt(host.reboot(image), at);
}

/** An edit after the process stopped. */
export function edit(host: MemoryHost, path: string, text: string): MemoryHost {
  const rebooted = host.reboot();
  rebooted.external.write(path, text);
  return rebooted;
}

export const texts = (host: MemoryHost): readonly (string | null)[] =>
  NAMES.map((name) => host.external.text(`${FOLDER}/${name}.md`));

export const hasBorn = (host: MemoryHost): readonly boolean[] =>
  texts(host).map((text) => text?.includes('born:') === true);

export const failures = async (vault: TestVault): Promise<readonly unknown[]> =>
  ((await vault.run('list_migrations', { limit: 3 }))['migrations'] as JsonObject[]).map(({ failed }) => failed);

export const HAND = '---\ntable: main.default.people\nid: 00000000-0000-4000-8000-0000000000aa\nname: By hand\n---\n';
