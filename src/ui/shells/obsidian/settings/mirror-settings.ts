/** The settings of the mirror in PostgreSQL: where to, what of, and how it is doing. docs/mirror.md#from-obsidian */

import { Notice, type Setting, type SettingDefinitionItem, type SettingGroupItem } from 'obsidian';

/** What the settings show and do; the plugin implements it. */
export interface MirrorSource {
  kept(): ShownMirror;
  /** The schema, unless one is named. */
  readonly usualSchema: string;
  /** Returns why it is not taken, a sentence; null: it is. */
  change(mirror: ShownMirror): string | null;
  /** What it does just now. `canTry`: trying at once makes a difference. */
  state(): { readonly text: string; readonly canTry: boolean };
  tryNow(): void;
}

interface ShownMirror {
  readonly isOn: boolean;
  readonly url: string;
  readonly schema: string;
  readonly tables: string;
  readonly team: string;
  readonly log: boolean;
}

type TextKey = 'url' | 'schema' | 'tables' | 'team';

export class MirrorSettings {
  private drawn: Setting | null = null;
  private canTry = false;

  constructor(
    private readonly source: MirrorSource,
    /** Draws the page anew. */
    private readonly update: () => void,
  ) {}

  /** Call it when the mirror does something else: the page may be open. */
  changed(): void {
    if (this.drawn !== null) this.drawState(this.drawn);
  }

  group(isHere: () => boolean): SettingDefinitionItem {
    return {
      type: 'group',
      heading: 'Mirror in PostgreSQL',
      visible: isHere,
      items: [
        {
          name: 'Mirror this vault',
          desc: 'Copies the tables into a database and follows every change while this app has the vault open. Nothing is written back.',
          aliases: ['SQL', 'database', 'replicate', 'report'],
          render: (setting) => this.drawSwitch(setting),
        },
        this.text('url', 'Database', 'Its address with the password, kept in the secret storage of this device.', ''),
        this.text('schema', 'Schema', 'The schema to write to.', this.source.usualSchema),
        this.text('tables', 'Tables', 'By name or pattern: tasks, main.crm.*. Empty: all of them.', ''),
        this.text('team', 'Views of a team', 'A schema with views over all vaults that name it.', ''),
        {
          name: 'Keep a log',
          desc: 'Each change with its values before and after, in the table _log.',
          render: (setting) =>
            void setting.addToggle((toggle) =>
              toggle
                .setValue(this.kept.log)
                .setDisabled(this.kept.isOn)
                .onChange((log) => this.keep({ log })),
            ),
        },
        {
          name: 'State of the mirror',
          searchable: false,
          render: (setting) => this.drawState((this.drawn = setting), true),
        },
      ],
    };
  }

  private get kept(): ShownMirror {
    return this.source.kept();
  }

  private keep(changed: Partial<ShownMirror>): boolean {
    const problem = this.source.change({ ...this.kept, ...changed });
    if (problem !== null) new Notice(problem);
    return problem === null;
  }

  private drawSwitch(setting: Setting): void {
    setting.addToggle((toggle) =>
      toggle.setValue(this.kept.isOn).onChange((isOn) => {
        if (isOn === this.kept.isOn) return;
        this.keep({ isOn });
        // The other fields can be changed while it is off.
        this.update();
      }),
    );
  }

  private text(key: TextKey, name: string, desc: string, placeholder: string): SettingGroupItem {
    return {
      name,
      desc,
      render: (setting) =>
        void setting.addText((text) => {
          text
            .setPlaceholder(key === 'url' ? 'postgres://user:password@host/database' : placeholder)
            .setValue(this.kept[key])
            .setDisabled(this.kept.isOn)
            .onChange((value) => void this.keep({ [key]: value.trim() }));
          if (key === 'url') text.inputEl.type = 'password';
        }),
    };
  }

  private drawState(setting: Setting, isNew = false): void {
    const { text, canTry } = this.source.state();
    setting.setDesc(text);
    if (!isNew && canTry === this.canTry) return;
    this.canTry = canTry;
    setting.clear();
    if (canTry) setting.addButton((button) => button.setButtonText('Try now').onClick(() => this.source.tryNow()));
  }
}
