/** What the app does for the views: opens notes, shows notices, draws Markdown. */

import { type App, Component, Keymap, MarkdownRenderer, Notice } from 'obsidian';
import type { AppServices, OpenNotes } from '../browser/app-services';

export const obsidianServices = (app: App): AppServices => ({
  notes: obsidianNotes(app),
  // It stays until it is clicked: nobody may be looking.
  notify: (text) => void new Notice(`NoteDB: ${text}`, 0),
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
