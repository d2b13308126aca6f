/** The columns of a table that is being made: type, how many notes have it, choices, rules. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CellType } from '../../components/grid-column';
import { isComposing } from '../../components/composing';
import { Button, IconButton } from '../../components/form/button';
import { Check, TextInput } from '../../components/form/field';
import { Icon } from '../../components/icon';
import { suggestName } from '../../../kernel/names';
import { type ColumnDraft, newChoices, withHeading } from '../columns/column-draft';
import { ColumnRules, PropertyField } from '../columns/column-fields';
import { TypeSelect } from '../columns/type-fields';
import { ReadingQuestion } from '../table-file/reading-question';
import {
  type DraftColumn,
  type RowsSource,
  columnQuestion,
  isNoRealChoice,
  newColumn,
  withAnswer,
} from './table-draft';
import type { RefusedValues } from './refused-columns';

export interface DraftColumnsProps {
  readonly columns: readonly DraftColumn[];
  readonly source: RowsSource;
  /** `note` or `line`. */
  readonly unit: string;
  /** Why the table can't be tried, by property. */
  readonly problems: ReadonlyMap<string, string>;
  readonly refused: ReadonlyMap<string, RefusedValues>;
  /** Qualified tables that links can lead to. */
  readonly tables: readonly string[];
  readonly change: (columns: readonly DraftColumn[]) => void;
  /** Every value that a key has, for a choice among them. */
  readonly valuesOf: (column: DraftColumn) => Promise<readonly string[]>;
}

export function DraftColumns(props: DraftColumnsProps): JSX.Element {
  const { columns, change } = props;
  const [added, setAdded] = useState<string | null>(null);
  const replace = (next: DraftColumn): void => change(columns.map((each) => (each.id === next.id ? next : each)));
  const add = (): void => {
    const column = newColumn(columns);
    setAdded(column.id);
    change([...columns, column]);
  };
  return (
    <section class="ndb-create-columns" aria-label="Columns">
      <div class="ndb-create-head ndb-small-text" aria-hidden="true">
        <span>Column</span>
        <span>Type</span>
        <span>Found in</span>
        <span>Values</span>
        <span />
      </div>
      <ul class="ndb-plain-list">
        {columns.map((column) => (
          <ColumnItem
            key={column.id}
            {...props}
            {...{ column, replace, add }}
            isAdded={column.id === added}
            remove={() => change(columns.filter((each) => each !== column))}
          />
        ))}
      </ul>
      <Button icon="plus" class="ndb-create-add" onClick={add}>
        Column
      </Button>
    </section>
  );
}

interface ColumnItemProps extends DraftColumnsProps {
  readonly column: DraftColumn;
  readonly isAdded: boolean;
  readonly replace: (column: DraftColumn) => void;
  readonly remove: () => void;
  /** Adds another one. */
  readonly add: () => void;
}

function ColumnItem(props: ColumnItemProps): JSX.Element {
  const { column, source, unit, problems, refused, replace, valuesOf } = props;
  const [isOpen, setOpen] = useState(false);
  const { isLeftOut, found } = column;
  const label = headingOf(column);
  const problem = problems.get(column.id);
  const become = async (type: CellType): Promise<void> => {
    const isNew = type === 'enum' && column.choices.length === 0;
    replace({ ...column, type });
    if (!isNew) return;
    const values = await valuesOf(column);
    replace({ ...column, type, choices: newChoices(values) });
    if (values.length === 0) setOpen(true);
  };
  return (
    <li class={isLeftOut ? 'ndb-create-column ndb-is-left-out' : 'ndb-create-column'}>
      <div class="ndb-create-row">
        <NameInput {...props} {...{ label }} />
        <TypeSelect
          label={`Type of ${label}`}
          type={column.type}
          isOff={isLeftOut}
          become={(type) => void become(type)}
        />
        <FoundIn {...{ found, unit }} />
        <span class="ndb-create-values ndb-small-text ndb-ellipsis">
          {isLeftOut ? leftOutText(column, unit) : valuesText(column)}
        </span>
        <IconButton
          icon={isOpen ? 'arrow-up' : 'arrow-down'}
          label={`Rules of ${label}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {problem !== undefined && <p class="ndb-create-problem ndb-muted">{problem}</p>}
      <Question {...{ column, source, replace }} />
      <BetterGuess {...{ column, unit, become }} />
      <RefusedText values={refused.get(suggestName(column.name))} unit={unit} />
      {isOpen && <DraftRules {...props} />}
    </li>
  );
}

const headingOf = ({ label, name }: DraftColumn): string => label || name || 'New column';

function NameInput({
  column,
  label,
  isAdded,
  replace,
  add,
}: ColumnItemProps & { readonly label: string }): JSX.Element {
  const { from, key, name } = column;
  const isRenamed = from !== null && from !== column.label.trim() && from !== (key.trim() || suggestName(name));
  return (
    <span class="ndb-create-name ndb-stack">
      <TextInput
        aria-label={`Name of ${label}`}
        value={column.label}
        placeholder="Name of the column"
        spellcheck={false}
        isOff={column.isLeftOut}
        takesFocus={isAdded}
        set={(next) => replace({ ...column, ...withHeading(column, next) })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event) || column.label.trim() === '') return;
          event.preventDefault();
          add();
        }}
      />
      {isRenamed && <span class="ndb-create-from ndb-small-text">from {from}</span>}
    </span>
  );
}

function FoundIn({ found, unit }: Pick<DraftColumn, 'found'> & { readonly unit: string }): JSX.Element {
  if (found === null) return <span class="ndb-create-found ndb-small-text ndb-line" />;
  const { filled, of } = found;
  return (
    <span class="ndb-create-found ndb-small-text ndb-line" title={`${filled} of ${of} ${unit}s have a value`}>
      <span class="ndb-create-bar" style={{ '--ndb-share': of === 0 ? 0 : filled / of }} />
      {filled} of {of}
    </span>
  );
}

function valuesText({ type, choices, found, ref }: DraftColumn): string {
  const first = choices.slice(0, 3).map(({ value }) => value);
  if (type === 'enum') return first.join(', ') + (choices.length > 3 ? ' …' : '');
  const samples = found?.samples ?? [];
  if (samples.length > 0) return samples.join(', ') + ((found?.distinct ?? 0) > samples.length ? ' …' : '');
  return type === 'link' && ref !== null ? `of ${ref.split('.').at(-1) ?? ref}` : '';
}

const leftOutText = ({ found }: DraftColumn, unit: string): string =>
  unit === 'line' ? 'not read' : `its key leaves ${found?.filled ?? 0} notes`;

function Question({
  column,
  source,
  replace,
}: Pick<ColumnItemProps, 'column' | 'source' | 'replace'>): JSX.Element | null {
  const ambiguity = columnQuestion(column, source);
  if (ambiguity === null || source.kind !== 'lines') return null;
  return (
    <ReadingQuestion
      label={headingOf(column)}
      {...{ ambiguity }}
      reading={column.reading}
      unanswered={column.type === 'string' ? 'Keep it as text' : 'Choose one'}
      choose={(reading) => replace(withAnswer(column, source, reading))}
    />
  );
}

interface BetterGuessProps {
  readonly column: DraftColumn;
  readonly unit: string;
  readonly become: (type: CellType) => Promise<void>;
}

/** Where the guess could be another one. */
function BetterGuess({ column, unit, become }: BetterGuessProps): JSX.Element | null {
  const { type, choices, found, isLeftOut } = column;
  if (isLeftOut || found === null) return null;
  if (isNoRealChoice(column)) {
    return (
      <Guess
        text={`Every ${unit} has another value, so that new ones would be refused.`}
        action="Use text"
        run={() => void become('string')}
      />
    );
  }
  if (type !== 'string' || choices.length === 0) return null;
  const text = `Could be a choice of ${choices.length}, but every ${unit} has another value. Text is the better guess.`;
  return <Guess text={text} action="Use choice" run={() => void become('enum')} />;
}

interface GuessProps {
  readonly text: string;
  readonly action: string;
  readonly run: () => void;
}

const Guess = ({ text, action, run }: GuessProps): JSX.Element => (
  <p class="ndb-create-guess ndb-muted ndb-line">
    <Icon name="alert" />
    <span>{text}</span>
    <Button onClick={run}>{action}</Button>
  </p>
);

function RefusedText({
  values,
  unit,
}: {
  readonly values: RefusedValues | undefined;
  readonly unit: string;
}): JSX.Element | null {
  if (values === undefined) return null;
  const { count, rows, messages } = values;
  return (
    <div class="ndb-create-refused" role="alert">
      {rows > 0 && <p>{rows === 1 ? `1 ${unit} would not fit` : `${rows} ${unit}s would not fit`}</p>}
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {count > messages.length && <li>and {count - messages.length} more</li>}
      </ul>
    </div>
  );
}

function DraftRules({ column, unit, tables, replace, remove }: ColumnItemProps): JSX.Element {
  const fields = {
    before: null,
    draft: column,
    isStyleOnly: false,
    tables,
    counts: null,
    change: (draft: ColumnDraft) => replace({ ...column, ...draft }),
  };
  return (
    <div class="ndb-form ndb-stack ndb-create-rules">
      <PropertyField {...fields} />
      <ColumnRules {...fields} />
      {column.from === null ? (
        <Button onClick={remove}>Remove</Button>
      ) : (
        <Check
          label={unit === 'line' ? 'Don’t read it' : 'Take the key out of the notes'}
          isOn={column.isLeftOut}
          set={(isLeftOut) => replace({ ...column, isLeftOut })}
        />
      )}
    </div>
  );
}
