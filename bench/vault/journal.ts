/** Fills the journal of a vault that nobody has opened with migrations, as many small writes in its last hundred days leave them. */

import { encodePack } from '../../src/engine/history/journal/contents';
import { encodeEntry, segmentFile } from '../../src/engine/history/journal/segment-records';
import type { Migration } from '../../src/engine/history/journal/migration';
import type { Host } from '../../src/engine/index';
import { encodeUtf8 } from '../../src/engine/values/utf8';
import type { BenchNote } from './notes';

/** The first tenth of them is older than what is kept. */
const DAYS = 100;
const A_DAY = 24 * 60 * 60 * 1000;

const SEGMENT_LIMIT = 32 * 1024 * 1024;

/** Each changes one of the notes and gives it back what it had with the next one. */
export async function fillJournal(host: Host, migrations: number, notes: Iterable<BenchNote>): Promise<void> {
  const rows = [...notes].filter(({ row }) => row !== null).slice(0, 20_000);
  const start = host.clock.now() - DAYS * A_DAY;
  const step = (DAYS * A_DAY) / migrations;
  let [segment, size] = [1, 0];
  let time = 0;
  for (let seq = 1; seq <= migrations; seq++) {
    const { path, row, text } = rows[seq % rows.length] as BenchNote;
    const after = `${text}\n${seq}`;
    const [was, is] = [text, after].map((each) => host.crypto.sha256(each)) as [string, string];
    const pack = await encodePack([was, is], [text, after], host.compression);
    time = Math.floor(start + seq * step);
    const migration: Migration = {
      seq,
      id: host.ids.uuid(),
      time,
      op: 'update_row',
      summary: `Updated ${path} in main.default.${row?.table ?? ''}`,
      tables: [`main.default.${row?.table ?? ''}`],
      actor: null,
      changes: [
        { from: path, to: path, before: was, after: is, id: row?.id ?? '', table: `main.default.${row?.table ?? ''}` },
      ],
      foldersMade: [],
      foldersLeft: [],
      undoes: null,
    };
    if (size > SEGMENT_LIMIT) [segment, size] = [segment + 1, 0];
    const entry = { packs: [pack], migrations: [migration], applied: [seq] };
    const { bytes } = encodeEntry(entry, segment, size);
    await host.privateStore.append(segmentFile(segment), bytes);
    size += bytes.length;
  }
  const checkpoint = { format: 1, segment: segment + 1, seq: migrations, time };
  await host.privateStore.write('journal/checkpoint.json', encodeUtf8(JSON.stringify(checkpoint)));
}
