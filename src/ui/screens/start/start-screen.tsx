/** How a table begins: from a folder of notes, from a CSV file, or empty. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../../components/form/button';
import { TextInput } from '../../components/form/field';
import { Refusal } from '../../components/form/refusal';
import { ServerAway } from '../../components/form/server-away';
import { Icon, type IconName } from '../../components/icon';
import type { ProblemText } from '../../components/text/problem-text';
import { describeProblem } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import type { TableTree } from '../sidebar/table-tree';
import type { BrowserScreen } from '../../rows/table-choice';
import { groupName, screenOfGroup } from '../create-table/notes-scope';
import { type FolderCandidate, candidateText, findCandidates, groupsOf, listFolders } from './folder-candidates';

export interface StartScreenProps {
  readonly client: OperationsClient;
  readonly tree: TableTree;
  readonly canWrite: boolean;
  readonly show: (screen: BrowserScreen) => void;
  /** Null where there is no table to go back to. */
  readonly close: (() => void) | null;
}

export function StartScreen({ client, tree, canWrite, show, close }: StartScreenProps): JSX.Element {
  const found = useFolders(client, tree.root);
  return (
    <section class="ndb-start" aria-label="Turn notes into a table">
      <div class="ndb-start-column ndb-stack">
        {close !== null && (
          <IconButton icon="close" label="Back to the table" class="ndb-start-close" onClick={close} />
        )}
        <h2 class="ndb-start-title">Turn notes into a table</h2>
        <p class="ndb-start-lead">
          A table is notes with the same properties. They stay plain Markdown and where they are; two keys are added to
          each, and one undo takes them away again.
        </p>
        {canWrite ? (
          <Ways {...{ found, show }} />
        ) : (
          <p class="ndb-start-lead">Nothing can be written here now, so that no table can be made.</p>
        )}
        <p class="ndb-form-promise">
          <Icon name="shield" />
          Nothing is written before you have seen every change. Nothing leaves this computer.
        </p>
      </div>
    </section>
  );
}

interface FoundFolders {
  readonly isDone: boolean;
  readonly folders: readonly string[];
  readonly candidates: readonly FolderCandidate[];
  readonly problem: ProblemText | null;
}

const NOTHING: FoundFolders = { isDone: false, folders: [], candidates: [], problem: null };

function useFolders(client: OperationsClient, root: string): FoundFolders {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    let isGone = false;
    const add = (more: (before: FoundFolders) => Partial<FoundFolders>): void => {
      if (!isGone) setFound((before) => ({ ...before, ...more(before) }));
    };
    const look = async (): Promise<void> => {
      const folders = await listFolders(client, root);
      add(() => ({ folders: folders.map(({ folder }) => folder) }));
      await findCandidates(client, folders, (candidate) =>
        add(({ candidates }) => ({ candidates: [...candidates, candidate] })),
      );
    };
    setFound(NOTHING);
    look()
      .catch((thrown: unknown) => add(() => ({ problem: describeProblem(thrown) })))
      .finally(() => add(() => ({ isDone: true })));
    return () => void (isGone = true);
  }, [client, root]);
  return found;
}

interface WaysProps extends Pick<StartScreenProps, 'show'> {
  readonly found: FoundFolders;
}

function Ways({ found, show }: WaysProps): JSX.Element {
  const [asksFolder, setAsking] = useState(false);
  return (
    <>
      <Candidates {...{ found, show }} />
      <Groups {...{ found, show }} />
      <div class="ndb-start-ways">
        <Way icon="folder" title="Another folder…" text="Choose one, see what it would be" go={() => setAsking(true)} />
        <Way icon="upload" title="CSV file" text="Columns and types are guessed" go={() => show('csv')} />
        <Way icon="view" title="Obsidian base" text="Its views, formulas and filters" go={() => show('base')} />
        <Way icon="upload" title="Import…" text="Notion, Airtable, Kanban, Projects" go={() => show('app')} />
        <Way icon="plus" title="Empty table" text="Name the columns yourself" go={() => show('empty')} />
      </div>
      {asksFolder && <FolderField folders={found.folders} choose={(folder) => show(`folder:${folder}`)} />}
    </>
  );
}

interface WayProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly go: () => void;
}

const Way = ({ icon, title, text, go }: WayProps): JSX.Element => (
  <button type="button" class="ndb-start-way ndb-surface ndb-stack" onClick={go}>
    <span class="ndb-start-way-title ndb-line">
      <Icon name={icon} />
      {title}
    </span>
    <span class="ndb-start-way-text ndb-small-text">{text}</span>
  </button>
);

function Candidates({ found, show }: WaysProps): JSX.Element | null {
  const { isDone, candidates, problem } = found;
  const likely = candidates.filter(({ shared }) => shared.length > 0);
  const unlikely = candidates.filter(({ shared }) => shared.length === 0).slice(0, MOST_UNLIKELY);
  if (problem !== null) {
    return <Refusal lead="The folders can’t be looked at." {...{ problem }} />;
  }
  const label = isDone && likely.length === 0 ? 'No folder looks like a table yet' : 'Found in this vault';
  return (
    <section class="ndb-start-found" aria-label="Folders" aria-busy={!isDone}>
      <h3 class="ndb-start-label ndb-small-text">{isDone ? label : 'Looking at the folders…'}</h3>
      <ServerAway />
      {likely.length + unlikely.length > 0 && (
        <ul class="ndb-start-list ndb-plain-list">
          {[...likely, ...unlikely].map((candidate) => (
            <Candidate key={candidate.folder} isFirst={candidate === likely[0]} {...{ candidate, show }} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Vaults are sorted by a property as well as by folders. */
function Groups({ found, show }: WaysProps): JSX.Element | null {
  const groups = groupsOf(found.candidates);
  if (groups.length === 0) return null;
  return (
    <section class="ndb-start-found" aria-label="Notes that share a property">
      <h3 class="ndb-start-label ndb-small-text">Or by a property</h3>
      <ul class="ndb-wraps ndb-plain-list">
        {groups.map((group) => (
          <li key={screenOfGroup(group)}>
            <Button onClick={() => show(screenOfGroup(group))}>
              {group.property} <strong>{groupName(group)}</strong> ({group.notes})
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Folders without a table show that they were looked at; more than a few only fill the page. */
const MOST_UNLIKELY = 3;

interface CandidateProps extends Pick<StartScreenProps, 'show'> {
  readonly candidate: FolderCandidate;
  readonly isFirst: boolean;
}

function Candidate({ candidate, isFirst, show }: CandidateProps): JSX.Element {
  const { folder, shared } = candidate;
  const isTable = shared.length > 0;
  return (
    <li class={isTable ? 'ndb-start-folder' : 'ndb-start-folder ndb-is-unlikely'}>
      <span class="ndb-start-icon">
        <Icon name="folder" />
      </span>
      <span class="ndb-start-name ndb-stack">
        <strong>{folder}</strong>
        <span class="ndb-small-text">{candidateText(candidate)}</span>
      </span>
      {isTable ? (
        <Button
          look={isFirst ? 'main' : 'plain'}
          aria-label={`Look at it: ${folder}`}
          onClick={() => show(`folder:${folder}`)}
        >
          Look at it
        </Button>
      ) : (
        <span class="ndb-small-text">no table</span>
      )}
    </li>
  );
}

interface FolderFieldProps {
  readonly folders: readonly string[];
  readonly choose: (folder: string) => void;
}

function FolderField({ folders, choose }: FolderFieldProps): JSX.Element {
  const [typed, setTyped] = useState('');
  const folder = typed.trim().replace(/^\/|\/$/g, '');
  return (
    <form
      class="ndb-start-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (folder !== '') choose(folder);
      }}
    >
      <label class="ndb-start-field ndb-small-text ndb-stack">
        <span>Folder of the vault</span>
        <TextInput suggestions="ndb-folders" value={typed} takesFocus set={setTyped} />
      </label>
      <datalist id="ndb-folders">
        {folders.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Button look="main" submits isOff={folder === ''}>
        Look at it
      </Button>
    </form>
  );
}
