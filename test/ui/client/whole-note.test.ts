/** The interface reads a note whole, however long it is. Source: docs/http.md#long-answers */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { OperationsClient } from '../../../src/ui/client/operations-client';
import { readWholeNote } from '../../../src/ui/client/whole-note';

interface Version {
  readonly text: string;
  readonly modifiedAt: string;
}

/** Answers parts of three letters; after each call the note has the next version, if there is one. */
function answering(versions: readonly Version[]): { client: OperationsClient; offsets: number[] } {
  const offsets: number[] = [];
  const run = (name: string, { path, offset = 0 }: JsonObject): Promise<JsonObject> => {
    const version = versions[Math.min(offsets.length, versions.length - 1)];
    if (name !== 'read_note' || version === undefined) throw new Error(name);
    const { text, modifiedAt } = version;
    const start = offset as number;
    offsets.push(start);
    const isCut = start + 3 < text.length;
    return Promise.resolve({
      path: path ?? null,
      content: text.slice(start, start + 3),
      modified_at: modifiedAt,
      size: text.length,
      ...(isCut ? { truncated: true, total: text.length, next: { offset: start + 3 } } : {}),
    });
  };
  return { client: { run } as unknown as OperationsClient, offsets };
}

it('joins the parts of a long note', async () => {
  const { client, offsets } = answering([{ text: 'abcdefgh', modifiedAt: '1' }]);
  expect((await readWholeNote(client, 'A.md')).content).toBe('abcdefgh');
  expect(offsets).toEqual([0, 3, 6]);
});

it('reads a note again that changes meanwhile', async () => {
  const before = { text: 'abcdefgh', modifiedAt: '1' };
  const { client, offsets } = answering([before, before, { text: 'ABCDEFGH', modifiedAt: '2' }]);
  expect((await readWholeNote(client, 'A.md')).content).toBe('ABCDEFGH');
  expect(offsets).toEqual([0, 3, 6, 0, 3, 6]);
});
