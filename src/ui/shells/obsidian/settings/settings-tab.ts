/** The page of settings, declared so that the app can search it. D15 */

import { type App, type Plugin, type Setting, type SettingDefinitionItem, Platform, PluginSettingTab } from 'obsidian';

import { nameControls } from '../accessible-names';
import { copyText } from '../copy-text';
import { MirrorSettings, type MirrorSource } from './mirror-settings';
import { type SemanticDraft, type SemanticSource, newSemanticDraft, semanticGroup } from './semantic-settings';
import { type TokenSource, tokenGroup } from './token-settings';
import { type WebhookSource, webhookGroup } from './webhook-settings';

/** What the page shows and does; the plugin implements it. */
export interface SettingsSource {
  value(key: string): unknown;
  change(key: string, value: unknown): Promise<void>;
  /** The problem with a list of origins; undefined: it has none. */
  readonly originsProblem: (text: string) => string | undefined;
  /** What the server does just now, in one sentence. */
  serverNews(): string;
  /** Makes the token at its first use. */
  token(): string;
  readonly tokens: TokenSource;
  /** Which rows vanished together, in words; null when none did. */
  unconfirmedDeletions(): string | null;
  /** Asks whether they are gone; `done` is called when it is settled. */
  acceptDeletions(done: () => void): void;
  readonly semantic: SemanticSource;
  readonly webhooks: WebhookSource;
  readonly mirror: MirrorSource;
}

const SERVE = 'serve';
const PORT = 'port';
const NOTICES = 'notices';
const ORIGINS = 'origins';

export class SettingsTab extends PluginSettingTab {
  override icon = 'table-2';
  private state: Setting | null = null;
  /** Outlives the drawing of the page, which is drawn anew after a refusal. */
  private readonly semanticDraft: SemanticDraft;
  private readonly mirror: MirrorSettings;

  constructor(
    app: App,
    plugin: Plugin,
    private readonly source: SettingsSource,
  ) {
    super(app, plugin);
    this.semanticDraft = newSemanticDraft(source.semantic);
    this.mirror = new MirrorSettings(source.mirror, () => this.update());
  }

  /** Call it when the server does something else: the page may be open. */
  serverChanged(): void {
    this.state?.setDesc(this.source.serverNews());
  }

  /** As `serverChanged`, of the mirror. */
  mirrorChanged(): void {
    this.mirror.changed();
  }

  /** The app asks while it draws: the controls are there right afterwards. */
  override getControlValue(key: string): unknown {
    queueMicrotask(() => nameControls(this.containerEl));
    return this.source.value(key);
  }

  override setControlValue(key: string, value: unknown): Promise<void> {
    return this.source.change(key, value);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const update = (): void => this.update();
    const { tokens, semantic, webhooks } = this.source;
    return [
      this.serverGroup(),
      tokenGroup(this.app, tokens, { isHere: this.isHere, isOn: this.isOn }, update),
      webhookGroup(this.app, webhooks, update),
      this.mirror.group(this.isHere),
      semanticGroup(this.app, semantic, this.semanticDraft, { update, refresh: () => this.refreshDomState() }),
      this.filesGroup(),
    ];
  }

  private readonly isHere = (): boolean => Platform.isDesktop;
  private readonly isOn = (): boolean => this.isHere() && this.source.value(SERVE) === true;

  private serverGroup(): SettingDefinitionItem {
    const { isHere, isOn } = this;
    return {
      type: 'group',
      heading: 'Apps on this computer',
      visible: isHere,
      items: [
        {
          name: 'Let apps ask and write',
          desc: 'Programs and agents on this computer that have a token can read and change tables. Nothing else reaches them.',
          aliases: ['API', 'agent', 'HTTP', 'MCP', 'REST', 'server'],
          visible: isHere,
          control: { type: 'toggle', key: SERVE, defaultValue: false },
        },
        {
          name: 'Port',
          desc: 'With 27390 the next free port up to 27399 is used when it is taken. Any other port is used exactly.',
          visible: isOn,
          control: { type: 'number', key: PORT, defaultValue: 27390, validate: portProblem },
        },
        {
          name: 'Web pages',
          desc: 'Those that may ask, such as https://example.org, with spaces between them. They need a token, too.',
          aliases: ['allowed origins', 'browser', 'CORS'],
          visible: isOn,
          control: { type: 'text', key: ORIGINS, defaultValue: '', validate: this.source.originsProblem },
        },
        {
          name: 'State',
          visible: isOn,
          searchable: false,
          render: (setting) => void (this.state = setting.setDesc(this.source.serverNews())),
        },
        {
          name: 'Copy token',
          desc: 'Who has it may do everything that you may. It is kept in the secret storage of the app and never shown.',
          aliases: ['password', 'bearer', 'secret'],
          visible: isOn,
          action: () => void copyText(this.source.token(), 'Token copied.'),
        },
      ],
    };
  }

  private filesGroup(): SettingDefinitionItem {
    return {
      type: 'group',
      heading: 'Files',
      items: [
        {
          name: 'Notify me of changes by apps',
          desc: 'A notice with Undo, for 30 seconds, after a write of an app, and after a write of your own elsewhere that changes ten rows or more.',
          aliases: ['agent', 'notice', 'notification', 'undo'],
          control: { type: 'toggle', key: NOTICES, defaultValue: true },
        },
        {
          name: 'History of this device',
          desc: 'The hidden folder .notedb keeps the writes of this device and how to undo them. Every device keeps its own; writes of another device count as edits by hand.',
          aliases: ['journal', 'undo', 'sync'],
          render: () => undefined,
        },
        {
          name: 'Rows that vanished together',
          desc: 'They are kept until their notes are there again, or until you accept that they are gone.',
          aliases: ['deleted', 'lost', 'missing'],
          visible: () => this.source.unconfirmedDeletions() !== null,
          render: (setting) =>
            void setting
              .setDesc(
                `The notes of ${this.source.unconfirmedDeletions() ?? 'no row'} are missing. The rows are kept until they are there again, or you accept that they are gone.`,
              )
              .addButton((button) =>
                button
                  .setButtonText('Accept that they are gone')
                  .setDestructive()
                  .onClick(() => this.source.acceptDeletions(() => this.update())),
              ),
        },
      ],
    };
  }
}

function portProblem(port: number): string | undefined {
  return Number.isInteger(port) && port >= 1024 && port <= 65535 ? undefined : 'A port is a number from 1024 to 65535.';
}
