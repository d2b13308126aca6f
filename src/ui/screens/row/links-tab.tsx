/** Links of a note and to it, by column. */

import type { JSX } from 'preact';
import type { OpenNotes } from '../../client/app-services';
import { noteName } from '../../client/note-text';
import { humanName } from '../../client/table-columns';
import type { LinkGroup, NoteLinks } from './row-note';

export interface LinksTabProps {
  readonly links: NoteLinks;
  readonly notes: OpenNotes;
}

/** The page of a note that everything links to stays short. */
const MOST_SHOWN = 500;

export function LinksTab({ links, notes }: LinksTabProps): JSX.Element {
  const { groups, total } = links;
  if (groups.length === 0) return <p class="ndb-row-quiet">No note links here, and this one links nowhere.</p>;
  return (
    <div class="ndb-row-links">
      {groups.map((group) => (
        <section key={`${group.direction} ${group.label}`}>
          <h3 class="ndb-small-text">{headingOf(group)}</h3>
          <ul class="ndb-plain-list">
            {group.notes.map(({ path, name, table, count }) => (
              <li key={path ?? name}>
                {path === null ? (
                  <span class="ndb-row-quiet">{noteName(name)} (no such note)</span>
                ) : (
                  <a
                    class="ndb-link"
                    href={`#${path}`}
                    onClick={(event) => {
                      event.preventDefault();
                      notes.open(path, '', event);
                    }}
                  >
                    {noteName(path)}
                  </a>
                )}
                {table !== null && <span class="ndb-row-quiet">{humanName(table.split('.').at(-1) ?? table)}</span>}
                {count > 1 && <span class="ndb-row-quiet">× {count}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {total > MOST_SHOWN && <p class="ndb-row-quiet">and {total - MOST_SHOWN} more</p>}
    </div>
  );
}

function headingOf({ label, direction }: LinkGroup): string {
  const where = label === 'link' ? 'in the text' : humanName(label);
  return direction === 'out' ? `Links to, ${where}` : `Linked from, ${where}`;
}
