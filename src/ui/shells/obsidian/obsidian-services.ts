/** What the app does for the views: opens notes, shows notices, draws Markdown. */

import { type App, Component, Keymap, MarkdownRenderer, Notice, Platform } from 'obsidian';
import { LARGEST_PICTURE } from '../../../kernel/largest-picture';
import type { AppServices, OpenNotes } from '../../client/app-services';
import { type SavedFile, downloadFile } from '../../components/download-file';
import { unsentInput } from './keep-unsent-input';

export const obsidianServices = (
  app: App,
  showBreadcrumbs: AppServices['showBreadcrumbs'] = () => undefined,
): AppServices => ({
  notes: obsidianNotes(app),
  openNote: (path, event) => void app.workspace.openLinkText(path, '', Keymap.isModEvent(event) || 'tab'),
  openBeside: (path) => void app.workspace.openLinkText(path, '', 'split'),
  // It stays until it is clicked: the person may not be looking.
  notify: (text) => void new Notice(`NoteDB: ${text}`, 0),
  unsent: unsentInput(app),
  showBreadcrumbs,
  tellsWrites: true,
  saveFile: (file) => saveFile(app, file),
  pictureAddress: (target, source) => {
    const file = app.metadataCache.getFirstLinkpathDest(target, source);
    return Promise.resolve(file === null || file.stat.size > LARGEST_PICTURE ? null : app.vault.getResourcePath(file));
  },
  renderMarkdown: (text, source, element) => {
    const owner = new Component();
    owner.load();
    void MarkdownRenderer.render(app, text, element, source, owner);
    return () => {
      owner.unload();
      element.empty();
    };
  },
});

export const obsidianNotes = (app: App): OpenNotes => ({
  open: (target, source, event) => {
    void app.workspace.openLinkText(target, source, Keymap.isModEvent(event));
  },
});

/** Phones have no downloads: there the file lies with the attachments of the vault. */
async function saveFile(app: App, file: SavedFile): Promise<void> {
  if (Platform.isDesktop) return downloadFile(file, activeDocument);
  const path = await app.fileManager.getAvailablePathForAttachment(file.name);
  await app.vault.create(path, file.text);
  new Notice(`NoteDB: saved as ${path}.`);
}
