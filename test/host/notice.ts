/** A message in the corner, gone after its time. */

const DEFAULT_DURATION = 4000;

export class Notice {
  readonly containerEl: HTMLElement;
  readonly messageEl: HTMLElement;
  readonly noticeEl: HTMLElement;

  /** `duration` in milliseconds; 0 stays until a click. */
  constructor(message: string | DocumentFragment, duration = DEFAULT_DURATION) {
    this.containerEl = container();
    this.noticeEl = this.containerEl.createDiv('notice');
    this.messageEl = this.noticeEl.createDiv('notice-message');
    this.setMessage(message);
    this.noticeEl.addEventListener('click', () => this.hide());
    if (duration > 0) window.setTimeout(() => this.hide(), duration);
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.empty();
    this.messageEl.append(message);
    return this;
  }

  hide(): void {
    this.noticeEl.remove();
  }
}

function container(): HTMLElement {
  return document.body.querySelector<HTMLElement>('.notice-container') ?? document.body.createDiv('notice-container');
}
