/** Reads a note with its whole text, whatever its length. docs/http.md#long-answers */

import type { Operations } from '../../engine/index';
import type { OperationsClient } from './operations-client';

type Note = Operations['read_note']['result'];

/** Part by part. A note that changes meanwhile is read again, because parts of two texts do not fit together. */
export async function readWholeNote(client: OperationsClient, path: string): Promise<Note> {
  const first = await client.run('read_note', { path });
  let content = first.content;
  for (let { next } = first; next !== undefined;) {
    const part: Note = await client.run('read_note', { path, ...next });
    if (part.modified_at !== first.modified_at || part.size !== first.size) return readWholeNote(client, path);
    content += part.content;
    next = part.next;
  }
  return { ...first, content };
}
