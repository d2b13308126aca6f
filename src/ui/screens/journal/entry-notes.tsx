/** The notes of an entry of the history, each a way to it. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { AppServices } from '../../client/app-services';
import { noteName } from '../../client/note-text';

export interface EntryNotesProps {
  readonly paths: readonly string[];
  readonly services: AppServices;
}

const MOST_NAMED = 50;

export function EntryNotes({ paths, services }: EntryNotesProps): JSX.Element | null {
  const [isOpen, setOpen] = useState(false);
  if (paths.length === 0) return null;
  return (
    <div class="ndb-entry-notes">
      <Button
        look="link"
        icon={isOpen ? 'chevron-down' : 'chevron-right'}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {paths.length === 1 ? 'Its note' : 'Its notes'}
      </Button>
      {isOpen && (
        <ul>
          {paths.slice(0, MOST_NAMED).map((path) => (
            <li key={path}>
              <a
                href={`#${path}`}
                onClick={(event) => {
                  event.preventDefault();
                  services.notes.open(path, '', event);
                }}
              >
                {noteName(path)}
              </a>
            </li>
          ))}
          {paths.length > MOST_NAMED && <li>and {paths.length - MOST_NAMED} more</li>}
        </ul>
      )}
    </div>
  );
}
