/** A window that asks: its buttons close it, unless what they do says otherwise. */

import { ButtonComponent } from './controls';
import { Modal } from './modal';
import type { TestAppCore } from './app';

export class ConfirmationButton extends ButtonComponent {
  private handler: (event: MouseEvent) => unknown = () => undefined;

  constructor(containerEl: HTMLElement, close: () => void) {
    super(containerEl);
    this.buttonEl.addEventListener('click', (event) => {
      void (async () => {
        if (!(await this.handler(event))) close();
      })();
    });
  }

  override onClick(handler: (event: MouseEvent) => unknown): this {
    this.handler = handler;
    return this;
  }

  setCancel(): this {
    return this.setClass('mod-cancel');
  }
}

export class ConfirmationModal extends Modal {
  readonly buttonContainerEl: HTMLElement;

  constructor(app: TestAppCore) {
    super(app);
    this.modalEl.addClass('mod-confirmation');
    this.buttonContainerEl = this.modalEl.createDiv('modal-button-container');
  }

  addClass(name: string): this {
    this.modalEl.addClass(name);
    return this;
  }

  addButton(build: (button: ConfirmationButton) => unknown): this {
    build(new ConfirmationButton(this.buttonContainerEl, () => this.close()));
    return this;
  }

  addCancelButton(text = 'Cancel'): this {
    return this.addButton((button) => button.setButtonText(text).setCancel());
  }
}
