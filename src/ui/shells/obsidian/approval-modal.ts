/** Asks the owner whether an app may write. docs/rights.md#ask-first; D12 */

import { type App, ConfirmationModal } from 'obsidian';
import type { ApprovalRequest } from '../../../engine/index';
import { nameWindow } from './accessible-names';
import { approvalText } from './approval-text';

/** A click that was meant for the window before must not allow what this one asks. */
const ARMED_AFTER_MS = 500;

export interface OpenApproval {
  /** Shows how many other questions wait. */
  setWaiting(others: number): void;
  /** Closes it without an answer. */
  withdraw(): void;
}

/** `deadline`: by `performance.now()`. To close the window is to deny. */
export function openApproval(
  app: App,
  request: ApprovalRequest,
  deadline: number,
  answer: (isAllowed: boolean) => void,
): OpenApproval {
  const modal = new ConfirmationModal(app).addClass('ndb-approval');
  nameWindow(modal);
  drawRequest(modal, request);
  const time = modal.contentEl.createEl('p', { cls: 'ndb-approval-time' });
  let others = 0;
  const drawTime = (): void => {
    const seconds = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
    const queue = others === 0 ? '' : ` ${others} more ${others === 1 ? 'question waits' : 'questions wait'}.`;
    time.setText(`Without an answer it is denied in ${seconds} s.${queue}`);
  };
  let isAllowed = false;
  let isWithdrawn = false;
  modal.addButton((button) => {
    button.setButtonText('Allow').onClick(() => void (isAllowed = true));
    button.setDisabled(true);
    window.setTimeout(() => void button.setDisabled(false), ARMED_AFTER_MS);
  });
  modal.addCancelButton('Deny');
  const clock = window.setInterval(drawTime, 1000);
  modal.setCloseCallback(() => {
    window.clearInterval(clock);
    if (!isWithdrawn) answer(isAllowed);
  });
  drawTime();
  modal.open();
  focusWindow(modal);
  return {
    setWaiting: (count) => {
      others = count;
      drawTime();
    },
    withdraw: () => {
      isWithdrawn = true;
      modal.close();
    },
  };
}

function drawRequest({ titleEl, contentEl }: ConfirmationModal, request: ApprovalRequest): void {
  const { title, lines, notes, more } = approvalText(request);
  titleEl.setText(title);
  for (const line of lines) contentEl.createEl('p', { text: line });
  const list = contentEl.createEl('ul', { cls: 'ndb-approval-notes' });
  for (const { heading, values } of notes) {
    const item = list.createEl('li');
    item.createDiv({ text: heading, cls: 'ndb-approval-note' });
    for (const value of values) item.createDiv({ text: value, cls: 'ndb-approval-value' });
  }
  if (more !== null) list.createEl('li', { text: more });
}

/** It comes unasked: what somebody types just then must press no button. */
function focusWindow({ modalEl }: ConfirmationModal): void {
  modalEl.tabIndex = -1;
  modalEl.focus({ preventScroll: true });
}
