/** How a file was read, which a person can change, and notices about its lines. docs/page.md#files */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Delimiter } from '../../../kernel/separated-text';
import { Icon } from '../../components/icon';
import { ENCODINGS, type Encoding } from './decode-file';
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
    <div class="ndb-file-reading">
      <p class="ndb-file-choices">
        <label>
          Between fields are
          <select
            value={delimiter}
            onChange={({ currentTarget }) => void reread({ delimiter: currentTarget.value as Delimiter })}
          >
            {Object.entries(DELIMITER_NAMES).map(([sign, name]) => (
              <option key={sign} value={sign}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {encoding !== null && (
          <label>
            Letters are
            <select
              value={encoding}
              onChange={({ currentTarget }) => void reread({ encoding: currentTarget.value as Encoding })}
            >
              {Object.entries(ENCODINGS).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
      </p>
      {[...notices, ...(problem === null ? [] : [problem])].map((text) => (
        <p class="ndb-file-notice" role="note" key={text}>
          <Icon name="alert" />
          {text}
        </p>
      ))}
    </div>
  );
}
