/** The columns of a table that is being made: type, how many notes have it, choices, rules. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CellType } from '../../components/grid-column';
import { HUES } from '../../components/cells/cell-value';
import { isComposing } from '../../components/composing';
import { Icon } from '../../components/icon';
import { suggestName } from '../../../kernel/names';
import { ReadingQuestion } from '../table-file/reading-question';
import {
  type DesignColumn,
  type DesignSource,
  columnQuestion,
  isNoRealChoice,
  newColumn,
  withAnswer,
} from './table-design';
import { Check, TargetFields, TypeField } from './type-fields';
import type { RefusedValues } from './refused-columns';

export interface DesignColumnsProps {
  readonly columns: readonly DesignColumn[];
  readonly source: DesignSource;
  /** `note` or `line`. */
  readonly unit: string;
  readonly refused: ReadonlyMap<string, RefusedValues>;
  /** Qualified tables that links can lead to. */
  readonly tables: readonly string[];
  readonly change: (columns: readonly DesignColumn[]) => void;
  /** Every value that a key has, for a choice among them. */
  readonly valuesOf: (column: DesignColumn) => Promise<readonly string[]>;
}

export function DesignColumns(props: DesignColumnsProps): JSX.Element {
  const { columns, change } = props;
  const replace = (next: DesignColumn): void => change(columns.map((each) => (each.key === next.key ? next : each)));
  return (
    <section class="ndb-design-columns" aria-label="Columns">
      <div class="ndb-design-head" aria-hidden="true">
        <span>Column</span>
        <span>Type</span>
        <span>Found in</span>
        <span>Values</span>
        <span />
      </div>
      <ul class="ndb-design-list">
        {columns.map((column) => (
          <ColumnItem
            key={column.key}
            {...props}
            {...{ column, replace }}
            remove={() => change(columns.filter((each) => each !== column))}
          />
        ))}
      </ul>
      <button type="button" class="ndb-button ndb-design-add" onClick={() => change([...columns, newColumn(columns)])}>
        <Icon name="plus" />
        Column
      </button>
    </section>
  );
}

interface ColumnItemProps extends DesignColumnsProps {
  readonly column: DesignColumn;
  readonly replace: (column: DesignColumn) => void;
  readonly remove: () => void;
}

function ColumnItem(props: ColumnItemProps): JSX.Element {
  const { column, source, unit, refused, replace, remove, valuesOf } = props;
  const [isOpen, setOpen] = useState(false);
  const { name, from, isLeftOut, found } = column;
  const label = name === '' ? 'New column' : name;
  const become = async (type: CellType): Promise<void> => {
    replace({ ...column, type });
    if (type !== 'enum' || column.values.length > 0) return;
    replace({ ...column, type, values: await valuesOf(column) });
  };
  return (
    <li class={isLeftOut ? 'ndb-design-column ndb-is-left-out' : 'ndb-design-column'}>
      <div class="ndb-design-row">
        <span class="ndb-design-name">
          <input
            aria-label={`Name of ${label}`}
            value={name}
            placeholder="Name of the column"
            spellcheck={false}
            disabled={isLeftOut}
            // Another name is another heading.
            onInput={({ currentTarget }) => replace({ ...column, name: currentTarget.value, label: null })}
          />
          {from !== null && suggestName(name) !== from && <span class="ndb-design-from">from {from}</span>}
        </span>
        <TypeField
          label={`Type of ${label}`}
          type={column.type}
          isFixed={isLeftOut}
          become={(type) => void become(type)}
        />
        <FoundIn {...{ found, unit }} />
        <span class="ndb-design-values">{isLeftOut ? leftOutText(column, unit) : valuesText(column)}</span>
        <button
          type="button"
          class="ndb-icon-button"
          aria-expanded={isOpen}
          aria-label={`Rules of ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'arrow-up' : 'arrow-down'} />
        </button>
      </div>
      <Question {...{ column, source, replace }} />
      <BetterGuess {...{ column, unit, become }} />
      <RefusedText values={refused.get(suggestName(name))} unit={unit} />
      {isOpen && <ColumnRules {...props} remove={remove} />}
    </li>
  );
}

function FoundIn({ found, unit }: Pick<DesignColumn, 'found'> & { readonly unit: string }): JSX.Element {
  if (found === null) return <span class="ndb-design-found" />;
  const { filled, of } = found;
  return (
    <span class="ndb-design-found" title={`${filled} of ${of} ${unit}s have a value`}>
      <span class="ndb-design-bar" style={{ '--ndb-share': of === 0 ? 0 : filled / of }} />
      {filled} of {of}
    </span>
  );
}

function valuesText({ type, values, found, ref }: DesignColumn): string {
  if (type === 'enum') return values.slice(0, 3).join(', ') + (values.length > 3 ? ' …' : '');
  const samples = found?.samples ?? [];
  if (samples.length > 0) return samples.join(', ') + ((found?.distinct ?? 0) > samples.length ? ' …' : '');
  return type === 'link' && ref !== null ? `of ${ref.split('.').at(-1) ?? ref}` : '';
}

const leftOutText = ({ found }: DesignColumn, unit: string): string =>
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
      label={column.name}
      {...{ ambiguity }}
      reading={column.reading}
      unanswered={column.type === 'string' ? 'Keep it as text' : 'Choose one'}
      choose={(reading) => replace(withAnswer(column, source, reading))}
    />
  );
}

interface BetterGuessProps {
  readonly column: DesignColumn;
  readonly unit: string;
  readonly become: (type: CellType) => Promise<void>;
}

/** Where the guess could be another one. */
function BetterGuess({ column, unit, become }: BetterGuessProps): JSX.Element | null {
  const { type, values, found, isLeftOut } = column;
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
  if (type !== 'string' || values.length === 0) return null;
  const text = `Could be a choice of ${values.length}, but every ${unit} has another value. Text is the better guess.`;
  return <Guess text={text} action="Use choice" run={() => void become('enum')} />;
}

interface GuessProps {
  readonly text: string;
  readonly action: string;
  readonly run: () => void;
}

const Guess = ({ text, action, run }: GuessProps): JSX.Element => (
  <p class="ndb-design-guess">
    <Icon name="alert" />
    <span>{text}</span>
    <button type="button" class="ndb-button" onClick={run}>
      {action}
    </button>
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
  const { count, messages } = values;
  return (
    <div class="ndb-design-refused" role="alert">
      <p>{count === 1 ? `1 ${unit} would not fit` : `${count} ${unit}s would not fit`}</p>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {count > messages.length && <li>and {count - messages.length} more</li>}
      </ul>
    </div>
  );
}

function ColumnRules({ column, unit, tables, replace, remove }: ColumnItemProps): JSX.Element {
  const { type, description, isRequired, isUnique, isLeftOut, from } = column;
  return (
    <div class="ndb-design-rules">
      {(type === 'enum' || (type === 'list' && column.itemType === 'enum')) && (
        <ChoicesField {...{ column, replace }} />
      )}
      <TargetFields {...{ column, tables }} change={(next) => replace({ ...column, ...next })} />
      <label class="ndb-design-field ndb-is-wide">
        Meaning
        <input
          value={description}
          onInput={({ currentTarget }) => replace({ ...column, description: currentTarget.value })}
        />
      </label>
      <div class="ndb-design-checks">
        <Check label="Required" isOn={isRequired} set={(isOn) => replace({ ...column, isRequired: isOn })} />
        <Check label="Unique" isOn={isUnique} set={(isOn) => replace({ ...column, isUnique: isOn })} />
        {from === null ? (
          <button type="button" class="ndb-button" onClick={remove}>
            Remove
          </button>
        ) : (
          <Check
            label={unit === 'line' ? 'Don’t read it' : 'Take the key out of the notes'}
            isOn={isLeftOut}
            set={(isOn) => replace({ ...column, isLeftOut: isOn })}
          />
        )}
      </div>
    </div>
  );
}

function ChoicesField({ column, replace }: Pick<ColumnItemProps, 'column' | 'replace'>): JSX.Element {
  const { values } = column;
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const value = typed.trim();
    if (value !== '' && !values.includes(value)) replace({ ...column, values: [...values, value] });
    setTyped('');
  };
  return (
    <div class="ndb-design-choices" role="group" aria-label={`Choices of ${column.name}`}>
      {values.map((value, index) => (
        <span key={value} class={`ndb-chip ndb-hue-${index % HUES}`}>
          {value}
          <button
            type="button"
            class="ndb-chip-remove"
            aria-label={`Remove ${value}`}
            onClick={() => replace({ ...column, values: values.filter((each) => each !== value) })}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <input
        class="ndb-design-choice"
        aria-label={`New choice of ${column.name}`}
        placeholder="Value"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return;
          event.preventDefault();
          add();
        }}
      />
    </div>
  );
}
