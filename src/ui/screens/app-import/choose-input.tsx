/** Takes files, or a note of the vault, and finds out what they are. docs/import.md */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { dryRun } from '../../changes/forms/dry-run';
import type { OperationsClient } from '../../client/operations-client';
import { Button, IconButton } from '../../components/form/button';
import { TextInput } from '../../components/form/field';
import { Refusal } from '../../components/form/refusal';
import { FileField } from '../table-file/csv-field';
import { inSlices } from '../table-file/in-slices';
import { type FoundInput, type InputFile, findInput } from './find-input';

export interface ChooseInputProps {
  readonly client: OperationsClient;
  readonly take: (input: Exclude<FoundInput, { readonly kind: 'problem' }>) => void;
  readonly back: () => void;
}

/** Of all files: an archive may hold pictures, which are not read. */
const MOST_BYTES = 256 * 1024 * 1024;

export function ChooseInput({ client, take, back }: ChooseInputProps): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const [path, setPath] = useState('');
  const [isBusy, setBusy] = useState(false);
  const read = async (given: Promise<readonly InputFile[] | string>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const files = await given;
    const found: FoundInput =
      typeof files === 'string' ? { kind: 'problem', text: files } : await inSlices(findInput(files));
    setBusy(false);
    if (found.kind === 'problem') setProblem(found.text);
    else take(found);
  };
  const readFiles = (files: readonly File[]): void => {
    if (files.length > 0) void read(inputFiles(files));
  };
  return (
    <section
      class="ndb-start"
      aria-label="Import"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        readFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <div class="ndb-start-column ndb-stack">
        <IconButton icon="close" label="Back" class="ndb-start-close" onClick={back} />
        <h2 class="ndb-start-title">Import from another program</h2>
        <p class="ndb-start-lead">
          A zip of Notion, the CSV files of an Airtable base, a board of Kanban, a database of DB Folder, or data.json
          of Projects. You see the tables before anything is written.
        </p>
        <FileField label="Files to import" accept=".zip,.csv,.tsv,.md,.json" isMany take={readFiles} />
        <label class="ndb-start-field ndb-small-text ndb-stack">
          <span>Or the path of a note in this vault</span>
          <TextInput value={path} set={setPath} />
        </label>
        <Refusal problem={problem === null ? null : { message: problem, hint: null }} />
        <Button
          look="main"
          class="ndb-csv-read"
          isOff={isBusy || path.trim() === ''}
          onClick={() => void read(noteFile(client, path.trim()))}
        >
          {isBusy ? 'Reading…' : 'Look at it'}
        </Button>
      </div>
    </section>
  );
}

/** A text says why they can’t be read. */
async function inputFiles(files: readonly File[]): Promise<readonly InputFile[] | string> {
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
    return 'The files are larger than 256 MB. Export a part at a time.';
  const read: InputFile[] = [];
  for (const file of files) {
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes === null) return `${file.name} can’t be read any more. Choose it again.`;
    read.push({ name: file.name, path: null, bytes: new Uint8Array(bytes) });
  }
  return read;
}

async function noteFile(client: OperationsClient, path: string): Promise<readonly InputFile[] | string> {
  const read = await dryRun(() => client.run('read_note', { path }));
  if (read.kind === 'refused') return read.problem.message;
  const { content, path: name, truncated } = read.plan;
  return truncated === true
    ? `${name} is too long to be read.`
    : [{ name, path: name, bytes: new TextEncoder().encode(content) }];
}
