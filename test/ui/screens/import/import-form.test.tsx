/** The form of an import shows what the dry run of the present choices said, in whatever order dry runs end. docs/page.md#import */

import { render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import type { DescribedColumn, OperationsClient } from '../../../../src/ui/client/operations-client';
import { type ImportForm, useImportForm } from '../../../../src/ui/screens/import/use-import-form';
import { inSlices } from '../../../../src/ui/screens/table-file/in-slices';
import { readTableFile } from '../../../../src/ui/screens/table-file/table-file';
import { eventually } from '../../../eventually';

const COLUMNS = [
  { name: 'title', type: 'string', description: '', inherited_from: null, dense: false, unique: true },
  { name: 'status', type: 'enum', values: ['todo'], description: '', inherited_from: null, dense: false },
] as unknown as readonly DescribedColumn[];

const REFUSED = {
  code: 'refused',
  message: 'status: "dnoe" is not allowed',
  hint: null,
  conflicts: [],
  violations: [{ path: null, column: 'status', code: 'enum', message: 'not allowed', value: 'dnoe' }],
};

const container = document.createElement('div');
afterEach(() => render(null, container));

it('a late answer about choices of before is not shown', async () => {
  const read = await inSlices(readTableFile({ name: 'a.csv', content: 'title,status\nA,dnoe\n' }));
  if (read.kind !== 'file') throw new Error('no file');
  const { file } = read;
  const answers: { readonly end: (refusal: unknown) => void; readonly accept: () => void }[] = [];
  const run = vi.fn(
    () =>
      new Promise((resolve, reject) => {
        answers.push({ end: reject, accept: () => resolve({ inserted: 1, updated: 0, unchanged: 0 }) });
      }),
  );
  const client = { run, onChange: () => () => undefined } as unknown as OperationsClient;
  const seen: { form: ImportForm | null } = { form: null };
  const Form = (): null => {
    seen.form = useImportForm({ client, table: 'main.default.tasks', columns: COLUMNS, file });
    return null;
  };
  render(<Form />, container);
  await eventually(() => expect(answers).toHaveLength(1));
  seen.form?.setFields(['title', null]);
  await eventually(() => expect(answers).toHaveLength(2));
  answers[1]?.accept();
  await eventually(() => expect(seen.form?.tried.kind).toBe('accepted'));
  answers[0]?.end(REFUSED);
  await new Promise((resolve) => setTimeout(resolve));
  render(<Form />, container);
  expect(seen.form?.tried.kind).toBe('accepted');
  expect(seen.form?.invalid).toEqual([]);
});
