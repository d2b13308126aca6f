/** Saves the rows that are seen as a file. docs/page.md#export */

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../components/form/button';
import type { AppServices } from '../../client/app-services';
import { describeProblem } from '../../client/describe-problem';
import { type ExportFormat, type ExportedRows, FORMATS, exportText } from './export-text';

export interface ExportMenuProps {
  /** Of the file, without its ending. */
  readonly name: string;
  /** Every row that is seen, in its order. */
  readonly ask: () => Promise<ExportedRows>;
  readonly services: Pick<AppServices, 'saveFile' | 'notify'>;
  /** Absent where lines of a file can't become rows. */
  readonly importRows?: (() => void) | undefined;
}

export function ExportMenu({ name, ask, services, importRows }: ExportMenuProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) place.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);
  const save = async (format: ExportFormat): Promise<void> => {
    setOpen(false);
    setBusy(true);
    try {
      await services.saveFile({
        name: `${name}.${FORMATS[format].ending}`,
        type: FORMATS[format].type,
        text: exportText(format, await ask()),
      });
    } catch (thrown) {
      services.notify(`Nothing was saved. ${describeProblem(thrown).message}`);
    }
    setBusy(false);
  };
  return (
    <div
      class="ndb-menu"
      ref={place}
      onKeyDown={(event) => {
        if (isOpen) onMenuKey(event, place.current, () => setOpen(false));
      }}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && place.current?.contains(relatedTarget) === true)) setOpen(false);
      }}
    >
      <IconButton
        icon="download"
        label="Export"
        isOff={isBusy}
        title="Save these rows as a file"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <MenuItems save={(format) => void save(format)} {...{ importRows }} />}
    </div>
  );
}

interface MenuItemsProps extends Pick<ExportMenuProps, 'importRows'> {
  readonly save: (format: ExportFormat) => void;
}

const MenuItems = ({ save, importRows }: MenuItemsProps): JSX.Element => (
  <div class="ndb-menu-list" role="menu" aria-label="Export">
    {Object.entries(FORMATS).map(([format, { label }]) => (
      <button type="button" role="menuitem" key={format} onClick={() => save(format as ExportFormat)}>
        {label}
      </button>
    ))}
    {importRows !== undefined && (
      <button type="button" role="menuitem" onClick={importRows}>
        Import a CSV file…
      </button>
    )}
  </div>
);

function onMenuKey(event: KeyboardEvent, place: HTMLElement | null, close: () => void): void {
  const items = [...(place?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined && event.key !== 'Escape') return;
  event.preventDefault();
  if (step === undefined) {
    close();
    place?.querySelector('button')?.focus();
    return;
  }
  const at = items.findIndex((item) => item === item.ownerDocument.activeElement);
  items[(at + step + items.length) % items.length]?.focus();
}
