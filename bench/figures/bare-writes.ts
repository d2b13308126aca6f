/** What the disk itself costs: the writes of the engine without the engine. */

import fs from 'node:fs';
import path from 'node:path';

/** A journal and a folder of notes, written as plainly as can be. */
export class BareWrites {
  private readonly journal: number;
  private written = 0;

  constructor(private readonly folder: string) {
    fs.mkdirSync(folder, { recursive: true });
    this.journal = fs.openSync(path.join(folder, 'journal'), 'a');
  }

  /** A record, durable, then the note under its name by a rename. */
  insert(record: string, text: string): void {
    this.record(record);
    const note = this.nextNote();
    fs.writeFileSync(`${note}.tmp`, text);
    fs.renameSync(`${note}.tmp`, note);
  }

  record(bytes: string): void {
    fs.writeSync(this.journal, bytes);
    fs.fdatasyncSync(this.journal);
  }

  create(text: string): void {
    fs.writeFileSync(this.nextNote(), text, { flag: 'wx' });
  }

  /** Another text under an existing name. */
  static rewrite(note: string, edit: (text: string) => string): void {
    const temporary = `${path.dirname(note)}/.tmp`;
    fs.writeFileSync(temporary, edit(fs.readFileSync(note, 'utf8')));
    fs.renameSync(temporary, note);
  }

  private nextNote(): string {
    // As the vault has it: some hundreds or thousands of notes a folder.
    const folder = path.join(this.folder, String(this.written % 24));
    if (this.written < 24) fs.mkdirSync(folder, { recursive: true });
    return path.join(folder, `note ${this.written++}.md`);
  }

  close(): void {
    fs.closeSync(this.journal);
  }
}
