/** A vault in memory with an engine on it: what most tests of operations start from. */

import type { Engine, EngineOptions, JsonObject } from '../../src/engine/index';
import { NotedbError, openEngine } from '../../src/engine/index';
import { type MemoryHost, type MemoryHostOptions, createMemoryHost } from '../memory-host/memory-host';
import { checkedAnswer } from '../answer-schemas';
import { treeOf } from './commit/crash-loop';

export interface TestVault {
  readonly host: MemoryHost;
  readonly engine: Engine;
  /** What it answers fits what the operation declares. */
  readonly run: (name: string, args?: JsonObject) => Promise<JsonObject>;
  /** The error of a call that must be refused. */
  refused(name: string, args?: JsonObject): Promise<NotedbError>;
  /** Every visible file, as one text: equal texts, equal trees. */
  tree(): string;
  text(path: string): string | undefined;
  /** Closes the engine and opens another one on the same disk. */
  restart(): Promise<TestVault>;
}

export async function openVault(options: MemoryHostOptions = {}): Promise<TestVault> {
  return onHost(createMemoryHost(options));
}

export async function onHost(host: MemoryHost, options: EngineOptions = {}): Promise<TestVault> {
  const engine = await openEngine(host, options);
  const run = async (name: string, args: JsonObject = {}): Promise<JsonObject> =>
    checkedAnswer(name, await engine.run(name, args));
  return {
    host,
    engine,
    run,
    refused: async (name, args = {}) => {
      try {
        await run(name, args);
      } catch (error) {
        if (error instanceof NotedbError) return error;
        throw error;
      }
      throw new Error(`${name} was not refused`);
    },
    tree: () => treeOf(host.image()),
    text: (path) => host.image().files.get(path)?.text,
    restart: async () => {
      await engine.close();
      return onHost(host.reboot());
    },
  };
}

/** A column spec with the description that every column needs. */
export const column = (name: string, type: string, more: JsonObject = {}): JsonObject => ({
  name,
  type,
  description: `what ${name} says`,
  ...more,
});

export const PEOPLE: JsonObject = {
  name: 'people',
  description: 'Somebody we know',
  columns: [
    column('name', 'string', { required: true }),
    column('email', 'string', { unique: true }),
    column('born', 'date'),
  ],
};

export const TASKS: JsonObject = {
  name: 'tasks',
  description: 'Something to do',
  filename: '{title}',
  columns: [
    column('title', 'string', { required: true }),
    column('status', 'enum', { values: ['todo', 'doing', 'done'], default: 'todo' }),
    column('owner', 'link', { ref: 'people' }),
    column('due', 'date'),
    column('estimate', 'number', { min: 0, max: 100, step: 0.5 }),
    column('tags_used', 'list', { items: { type: 'string' } }),
  ],
};
