/** The vault's own settings of links, as the app keeps them. D6 */

import type { LinkSettings } from '../engine/ports/host';

export const DEFAULT_LINK_SETTINGS: LinkSettings = { newLinkFormat: 'shortest', useMarkdownLinks: false };

export function linkSettingsFrom(valueOf: (key: string) => unknown): LinkSettings {
  const format = valueOf('newLinkFormat');
  const isKnown = format === 'shortest' || format === 'relative' || format === 'absolute';
  return {
    newLinkFormat: isKnown ? format : DEFAULT_LINK_SETTINGS.newLinkFormat,
    useMarkdownLinks: valueOf('useMarkdownLinks') === true,
  };
}

/** From the app's settings file, which it writes with the first setting that is changed. Throws for anything but JSON. */
export function linkSettingsIn(json: string): LinkSettings {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== 'object' || parsed === null) return DEFAULT_LINK_SETTINGS;
  return linkSettingsFrom((key) => (parsed as Readonly<Record<string, unknown>>)[key]);
}
