/** The texts of new rows: notes that are templates, each with the rows that it is for, in order. docs/tables.md#new-rows */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { ProblemText } from '../../components/text/problem-text';
import { useElementId } from '../../components/use-element-id';
import type { JsonObject, Operations } from '../../../engine/index';
import { dryRun } from '../../changes/forms/dry-run';
import { tableColumns } from '../../client/table-columns';
import { suggestTargets, useFilterColumns } from '../toolbar/filter-columns';
import { SettingsFormView } from './settings-form';
import type { SettingsSection, SettingsSectionProps } from './settings-section';
import { type TemplateDraft, TemplateLine } from './template-line';
import { type SettingsForm, useSettingsForm } from './use-settings-form';

export const templatesSection: SettingsSection = {
  key: 'templates',
  label: 'New rows',
  icon: 'note',
  title: 'A new row gets the text of the first template that is for its values.',
  Form: TemplatesForm,
};

interface NewRowsDraft {
  readonly templates: readonly TemplateDraft[];
  /** The text of the other rows. */
  readonly text: string;
}

type Plan = Operations['alter_table']['result'];
type NewRowsForm = SettingsForm<NewRowsDraft, Plan>;

function TemplatesForm(props: SettingsSectionProps): JSX.Element {
  const { client, settings, label, canWrite } = props;
  const { qualified: table, options } = settings;
  const saved: NewRowsDraft = {
    templates: options.templates.map(({ path, where = null }, key) => ({ key, path, where })),
    text: options.row_template ?? '',
  };
  const form = useSettingsForm<NewRowsDraft, Plan>(props, {
    saved,
    problemOf: ({ templates }) =>
      templates.some(({ path }) => path.trim() === '') ? 'Choose a note for each template.' : null,
    run: ({ templates, text }, dry_run) =>
      client.run('alter_table', { table, templates: templates.map(givenTemplate), row_template: text, dry_run }),
    done: () => `Templates of ${label} changed`,
  });
  const refused = useRefusedTemplates(props, form);
  // The lines keep the input of their filters. They begin anew with the saved templates.
  const [round, setRound] = useState(0);
  const reset = (): void => {
    form.reset();
    setRound(round + 1);
  };
  const textId = useElementId();
  return (
    <SettingsFormView
      form={{ ...form, reset }}
      {...{ canWrite }}
      submit="Save the templates"
      effects={() => [['check', 'No note changes: only new rows get these texts.']]}
      isAtField={refused.size > 0}
    >
      <Lines key={`${round} ${JSON.stringify(saved)}`} {...props} {...{ form, refused }} />
      <label class="ndb-settings-text" for={textId}>
        Text of all other new rows
      </label>
      <textarea
        id={textId}
        class="ndb-input"
        rows={4}
        placeholder="# {title}"
        value={form.draft.text}
        onInput={({ currentTarget }) => form.set({ ...form.draft, text: currentTarget.value })}
      />
    </SettingsFormView>
  );
}

interface LinesProps extends SettingsSectionProps {
  readonly form: NewRowsForm;
  /** By the key of the line. */
  readonly refused: ReadonlyMap<number, ProblemText>;
}

function Lines(props: LinesProps): JSX.Element {
  const { client, settings, form, refused } = props;
  const { templates } = form.draft;
  const [columns] = useState(() => tableColumns(settings.columns));
  const place = { client, table: settings.qualified, columns };
  const tools = {
    // Facts about a note are those of a row that is there.
    columns: useFilterColumns(place).filter(({ column }) => !column.name.startsWith('file_')),
    suggest: (...of: [Parameters<typeof suggestTargets>[1], string]) => suggestTargets(place, ...of),
  };
  const set = (next: readonly TemplateDraft[]): void => form.set({ ...form.draft, templates: next });
  const last = templates.findIndex(({ where }) => where === null);
  return (
    <>
      {templates.length > 0 && (
        <ol class="ndb-plain-list ndb-templates" aria-label="Templates">
          {templates.map((template, at) => (
            <TemplateLine
              key={template.key}
              {...{ client, template, at, tools }}
              count={templates.length}
              problem={refused.get(template.key) ?? null}
              isUnused={last >= 0 && at > last}
              set={(next) => set(templates.map((each) => (each.key === next.key ? next : each)))}
              move={(by) => set(moved(templates, at, by))}
              remove={() => set(templates.filter((each) => each.key !== template.key))}
            />
          ))}
        </ol>
      )}
      <div>
        <Button icon="plus" onClick={() => set([...templates, { key: nextKey(templates), path: '', where: null }])}>
          Add a template
        </Button>
      </div>
    </>
  );
}

const nextKey = (templates: readonly TemplateDraft[]): number => Math.max(-1, ...templates.map(({ key }) => key)) + 1;

function moved(templates: readonly TemplateDraft[], at: number, by: number): readonly TemplateDraft[] {
  const next = [...templates];
  next.splice(at + by, 0, ...next.splice(at, 1));
  return next;
}

const givenTemplate = ({ path, where }: TemplateDraft): { readonly path: string; readonly where?: JsonObject } => ({
  path: path.trim(),
  ...(where === null ? {} : { where }),
});

/** A refusal of several is tried for each alone, so that it is said where it belongs. */
function useRefusedTemplates(
  { client, settings }: SettingsSectionProps,
  { tried, draft }: NewRowsForm,
): ReadonlyMap<number, ProblemText> {
  const [refused, setRefused] = useState<ReadonlyMap<number, ProblemText>>(NONE);
  const isRefused = tried?.kind === 'refused';
  useEffect(() => {
    let isOld = false;
    const tryEach = async (): Promise<void> => {
      const found = new Map<number, ProblemText>();
      for (const template of isRefused ? draft.templates : []) {
        const templates = [givenTemplate(template)];
        const alone = await dryRun(() =>
          client.run('alter_table', { table: settings.qualified, templates, dry_run: true }),
        );
        if (alone.kind === 'refused') found.set(template.key, alone.problem);
      }
      if (!isOld) setRefused(found.size === 0 ? NONE : found);
    };
    void tryEach();
    return () => {
      isOld = true;
    };
  }, [tried]);
  return isRefused ? refused : NONE;
}

const NONE: ReadonlyMap<number, ProblemText> = new Map();
