/** The engine on the memory host, called directly. */

import { NotedbError, openEngine, type Engine, type JsonObject } from '../../src/engine/index';
import { type MemoryHost, type MemoryHostOptions, createMemoryHost } from '../memory-host/memory-host';
import { errorBody } from '../../src/server/caller-error';
import { NOTE_OPERATION_INFOS, RULE_OPERATION_INFOS } from '../../src/engine/operation-infos';
import { checkedAnswer, checkedError } from '../answer-schemas';
import { argumentsFit } from './arguments-fit';
import type { Subject } from './run-case';

export async function engineSubject(options: MemoryHostOptions): Promise<Subject & { close(): Promise<void> }> {
  let host: MemoryHost = createMemoryHost(options);
  let engine: Engine = await openEngine(host);
  const fits = argumentsFit([...engine.operations, ...NOTE_OPERATION_INFOS, ...RULE_OPERATION_INFOS]);
  const dryRunners = new Set(
    [...engine.operations, ...NOTE_OPERATION_INFOS, ...RULE_OPERATION_INFOS]
      .filter(({ inputSchema }) => Object.hasOwn(inputSchema['properties'] as JsonObject, 'dry_run'))
      .map(({ name }) => name),
  );
  return {
    call: async (operation, args) => {
      try {
        const result = checkedAnswer(operation, wire(await engine.run(operation, args)));
        fits(operation, args);
        return { result };
      } catch (error) {
        if (!(error instanceof NotedbError)) throw error;
        return checkedError(operation, wire(errorBody(error, operation)));
      }
    },
    edit: async (edits) => {
      for (const [path, text] of Object.entries(edits)) {
        if (text === null) host.external.remove(path);
        else host.external.write(path, text);
      }
      await engine.rescan();
    },
    restart: async () => {
      await engine.close();
      host = host.reboot();
      engine = await openEngine(host);
    },
    files: async () => new Map(Object.entries(host.external.notes())),
    takesDryRun: (operation) => dryRunners.has(operation),
    close: () => engine.close(),
  };
}

/** As it is after a way through JSON. */
const wire = (result: JsonObject): JsonObject => JSON.parse(JSON.stringify(result)) as JsonObject;
