/** Bases of the app, as far as a view of a plugin sees them: the registration, and the base class of views. */

import { Component } from './component';

export interface BasesRegistration {
  readonly name: string;
  readonly factory: (controller: unknown, element: HTMLElement) => BasesView;
  readonly options?: (config: unknown) => readonly { readonly key: string; readonly options?: object }[];
}

export class BasesView extends Component {
  config: unknown;
  data: unknown;

  constructor(readonly controller: unknown) {
    super();
  }

  onDataUpdated(): void {
    // Of the view.
  }
}
