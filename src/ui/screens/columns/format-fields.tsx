/** The fields of a column's format: how its numbers look, and what its texts are. docs/app/columns.md#formats */

import type { JSX } from 'preact';
import type { NumberStyle, TextFormat } from '../../../kernel/number-format';
import { Field, Select, TextInput, optionsOf } from '../../components/form/field';
import { type ColumnDraft, itemTypeOf } from './column-draft';
import type { FormatDraft } from './format-draft';

const NUMBERS = optionsOf<NumberStyle | ''>({
  '': 'As it is',
  number: 'Decimals and unit',
  percent: 'Percent',
  currency: 'Currency',
  bar: 'Bar',
  stars: 'Stars',
});

const TEXTS = optionsOf<TextFormat | ''>({
  '': 'Text',
  url: 'Web address',
  email: 'E-mail address',
  phone: 'Phone number',
});

export interface FormatFieldsProps {
  readonly draft: ColumnDraft;
  readonly isOff: boolean;
  readonly set: (more: Partial<ColumnDraft>) => void;
}

export function FormatFields({ draft, isOff, set }: FormatFieldsProps): JSX.Element | null {
  const type = itemTypeOf(draft);
  const { format } = draft;
  const change = (more: Partial<FormatDraft>): void => set({ format: { ...format, ...more } });
  if (type === 'string') {
    return (
      <Field label="Shown as">
        <Select value={format.text} options={TEXTS} set={(text) => change({ text })} {...{ isOff }} />
      </Field>
    );
  }
  if (type !== 'number' && type !== 'integer') return null;
  const { style } = format;
  return (
    <>
      <Field label="Shown as">
        <Select value={style} options={NUMBERS} set={(next) => change({ style: next })} {...{ isOff }} />
      </Field>
      {style !== '' && style !== 'stars' && (
        <div class="ndb-form-columns">
          <Field label="Decimals">
            <TextInput
              value={format.decimals}
              set={(decimals) => change({ decimals })}
              inputMode="decimal"
              placeholder="all"
              {...{ isOff }}
            />
          </Field>
          {(style === 'number' || style === 'bar') && (
            <Field label="Unit">
              <TextInput value={format.unit} set={(unit) => change({ unit })} placeholder="kg" {...{ isOff }} />
            </Field>
          )}
          {style === 'currency' && (
            <Field label="Currency">
              <TextInput
                value={format.currency}
                set={(currency) => change({ currency })}
                spellcheck={false}
                placeholder="EUR"
                {...{ isOff }}
              />
            </Field>
          )}
        </div>
      )}
      {(style === 'bar' || style === 'stars') && draft.max.trim() === '' && (
        <p class="ndb-form-remark">
          {style === 'bar' ? 'The bar is full at 100. ' : 'There are five stars. '}“Largest” below sets another end.
        </p>
      )}
    </>
  );
}
