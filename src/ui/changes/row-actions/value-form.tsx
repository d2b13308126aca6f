/** The form that gives several rows one value. The rows are a block: one write, one undo, and a preview where the value does not fit. docs/app/editing.md#select-rows */

import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { Field, Select } from '../../components/form/field';
import { CellEditor } from '../../components/editors/cell-editor';
import { type Suggest, existingOnly } from '../../components/editors/suggestions';
import type { GridColumn, GridRow } from '../../components/grid-column';
import type { GridEditing } from '../../components/grid-editing';
import type { NextCell } from '../../components/grid/input/grid-keys';
import { Popover } from '../../components/overlay/popover';
import { readText } from '../../components/text/field-text';
import { countedRows } from '../describe-write';

export interface ValueFormProps {
  /** Those that can be changed. */
  readonly columns: readonly GridColumn[];
  /** The one that it begins with. */
  readonly column: GridColumn;
  /** Notes. */
  readonly rows: readonly GridRow[];
  readonly anchor: () => HTMLElement | null;
  readonly suggest: GridEditing['suggest'];
  readonly putBlock: GridEditing['putBlock'];
  readonly focus: () => void;
  readonly close: () => void;
}

export function ValueForm(props: ValueFormProps): JSX.Element {
  const { columns, rows, anchor, putBlock, focus, close } = props;
  const [name, choose] = useState(props.column.name);
  const [text, setText] = useState('');
  const column = columns.find((each) => each.name === name) ?? props.column;
  const submit = (typed: string): void => {
    close();
    const value = readText(column, typed);
    const input = value === undefined ? { text: typed } : { text: typed, value, type: column.type };
    const lines = rows.map((row) => ({ row, inputs: [input] }));
    putBlock?.({ kind: 'set', columns: [column], lines, beyond: 0, focus });
  };
  const foot = useRef<HTMLElement>(null);
  /** Tab leaves the field for its neighbours, which it can't know. */
  const leave: ValueFieldProps['leave'] = (typed, next) => {
    const main = foot.current?.parentElement ?? null;
    if (next === 'right') foot.current?.querySelector<HTMLElement>('button')?.focus();
    else if (next === 'left') main?.querySelector<HTMLElement>('select')?.focus();
    else if (next !== null) submit(typed);
  };
  return (
    <Popover label={`Change ${countedRows(rows.length)}`} place="below" {...{ anchor, close }}>
      <div class="ndb-popover-main ndb-tool-fields ndb-stack ndb-list-change">
        <Field label="Property">
          <Select
            value={column.name}
            options={columns.map((each) => [each.name, each.label])}
            set={(next) => {
              choose(next);
              setText('');
            }}
          />
        </Field>
        <ValueField key={name} {...props} {...{ column, setText, leave }} />
      </div>
      <footer class="ndb-popover-foot" ref={foot}>
        <Button onClick={close}>Cancel</Button>
        <span class="ndb-fill" />
        <Button look="main" onClick={() => submit(text)}>
          {text.trim() === '' ? `Empty ${column.label}` : `Change ${column.label}`}
        </Button>
      </footer>
    </Popover>
  );
}

interface ValueFieldProps extends Pick<ValueFormProps, 'column' | 'rows' | 'suggest' | 'close'> {
  readonly setText: (text: string) => void;
  readonly leave: (text: string, next: NextCell | null) => void;
}

const ANSWERS = [
  ['', 'Empty'],
  ['yes', 'Checked'],
  ['no', 'Not checked'],
] as const;

function ValueField({ column, rows, suggest, setText, leave, close }: ValueFieldProps): JSX.Element {
  const [answer, setAnswer] = useState<(typeof ANSWERS)[number][0]>('');
  const [first = NO_ROW] = rows;
  const field = useMemo(
    () => ({ row: first, column, openedAs: column.name, before: undefined, text: '', isTyped: false, problem: null }),
    [],
  );
  const offered = useMemo(
    (): Suggest => (suggest === undefined ? null : existingOnly((typed) => suggest(first, column, typed))),
    [],
  );
  if (column.type === 'boolean') {
    const set = (next: typeof answer): void => {
      setAnswer(next);
      setText(next);
    };
    return <Select aria-label={column.label} value={answer} options={ANSWERS} {...{ set }} />;
  }
  return (
    <CellEditor
      {...{ field }}
      suggest={column.type === 'list' || column.type === 'link' ? offered : null}
      step={() => null}
      watch={() => () => undefined}
      changed={setText}
      create={() => undefined}
      commit={leave}
      cancel={close}
    />
  );
}

const NO_ROW: GridRow = { key: '', path: '', values: {} };
