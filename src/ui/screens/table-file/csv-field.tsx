/** Takes a CSV file: chosen, dropped, or pasted as text. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button, IconButton } from '../../components/form/button';
import { Refusal } from '../../components/form/refusal';
import { Icon } from '../../components/icon';
import { inSlices } from './in-slices';
import { type CsvFile, type FileSource, readTableFile } from './table-file';

export interface CsvFieldProps {
  readonly title: string;
  readonly lead: string;
  readonly take: (file: CsvFile) => void;
  readonly back: () => void;
}

/** What a call can carry, with room for names of columns. docs/http.md */
const MOST_BYTES = 6 * 1024 * 1024;

export function CsvField({ title, lead, take, back }: CsvFieldProps): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const [pasted, setPasted] = useState('');
  const [isBusy, setBusy] = useState(false);
  const read = async (source: FileSource): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const read = await inSlices(readTableFile(source));
    setBusy(false);
    if (read.kind === 'file') take(read.file);
    else setProblem(read.text);
  };
  const readFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > MOST_BYTES)
      return setProblem(`${file.name} is larger than 6 MB. Split it and read the parts one by one.`);
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes === null) return setProblem(`${file.name} can’t be read any more. Choose it again.`);
    await read({ name: file.name, content: new Uint8Array(bytes) });
  };
  return (
    <section
      class="ndb-start"
      aria-label="A table from a file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void readFile(event.dataTransfer?.files[0]);
      }}
    >
      <div class="ndb-start-column ndb-stack">
        <IconButton icon="close" label="Back" class="ndb-start-close" onClick={back} />
        <h2 class="ndb-start-title">{title}</h2>
        <p class="ndb-start-lead">{lead}</p>
        <FileField label="CSV file" accept=".csv,.tsv,.txt,text/csv" take={([file]) => void readFile(file)} />
        <label class="ndb-start-field ndb-small-text ndb-stack">
          <span>Or paste its text</span>
          <textarea rows={5} value={pasted} onInput={({ currentTarget }) => setPasted(currentTarget.value)} />
        </label>
        <Refusal problem={problem === null ? null : { message: problem, hint: null }} />
        <Button
          look="main"
          class="ndb-csv-read"
          isOff={isBusy || pasted.trim() === ''}
          onClick={() => void read({ name: 'pasted text', content: pasted })}
        >
          {isBusy ? 'Reading…' : 'Look at it'}
        </Button>
      </div>
    </section>
  );
}

interface FileFieldProps {
  readonly label: string;
  /** Endings, as `accept` of a field takes them. */
  readonly accept: string;
  /** One, unless `isMany`. */
  readonly take: (files: readonly File[]) => void;
  readonly isMany?: boolean;
}

export const FileField = ({ label, accept, take, isMany = false }: FileFieldProps): JSX.Element => (
  <label class="ndb-csv-drop ndb-line">
    <Icon name="upload" />
    <span>{isMany ? 'Choose files, or drop them here' : 'Choose a file, or drop it here'}</span>
    <input
      type="file"
      {...{ accept }}
      multiple={isMany}
      aria-label={label}
      onChange={({ currentTarget }) => {
        take([...(currentTarget.files ?? [])]);
        // The same file, mended, can be chosen again.
        currentTarget.value = '';
      }}
    />
  </label>
);
