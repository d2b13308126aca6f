/** How a file was read, which a person can change, and notices about its lines. docs/page.md#files */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Delimiter } from '../../../kernel/separated-text';
import { Select, optionsOf } from '../../components/form/field';
import { Icon } from '../../components/icon';
import { ENCODINGS } from './decode-file';
import { inSlices } from './in-slices';
import { type CsvFile, type FileChoices, readTableFile } from './table-file';

export interface FileReadingProps {
  readonly file: CsvFile;
  readonly change: (file: CsvFile) => void;
}

const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
  '': 'nothing: one column',
};

export function FileReading({ file, change }: FileReadingProps): JSX.Element {
  const { delimiter, encoding, notices, source } = file.reading;
  const [problem, setProblem] = useState<string | null>(null);
  const reread = async (choices: FileChoices): Promise<void> => {
    const read = await inSlices(
      readTableFile(source, { delimiter, ...(encoding === null ? {} : { encoding }), ...choices }),
    );
    if (read.kind === 'file') change(read.file);
    setProblem(read.kind === 'file' ? null : read.text);
  };
  return (
    <div class="ndb-file-reading ndb-stack">
      <p class="ndb-file-choices">
        <label>
          Between fields are
          <Select
            value={delimiter}
            options={optionsOf(DELIMITER_NAMES)}
            set={(next) => void reread({ delimiter: next })}
          />
        </label>
        {encoding !== null && (
          <label>
            Letters are
            <Select value={encoding} options={optionsOf(ENCODINGS)} set={(next) => void reread({ encoding: next })} />
          </label>
        )}
      </p>
      {[...notices, ...(problem === null ? [] : [problem])].map((text) => (
        <p class="ndb-file-notice ndb-line" role="note" key={text}>
          <Icon name="alert" />
          {text}
        </p>
      ))}
    </div>
  );
}
