/** What has a life time: children and clean-ups, undone last first. */

import type { EventRef } from './events';

export class Component {
  private isLoaded = false;
  private readonly children: Component[] = [];
  private readonly cleanUps: (() => unknown)[] = [];

  load(): unknown {
    if (this.isLoaded) return undefined;
    this.isLoaded = true;
    const loading: unknown = this.onload();
    for (const child of [...this.children]) child.load();
    return loading;
  }

  onload(): unknown {
    return undefined;
  }

  unload(): void {
    if (!this.isLoaded) return;
    this.isLoaded = false;
    for (let child = this.children.pop(); child !== undefined; child = this.children.pop()) child.unload();
    for (let cleanUp = this.cleanUps.pop(); cleanUp !== undefined; cleanUp = this.cleanUps.pop()) cleanUp();
    this.onunload();
  }

  onunload(): unknown {
    return undefined;
  }

  addChild<Child extends Component>(child: Child): Child {
    this.children.push(child);
    if (this.isLoaded) child.load();
    return child;
  }

  removeChild<Child extends Component>(child: Child): Child {
    const index = this.children.indexOf(child);
    if (index >= 0) this.children.splice(index, 1);
    child.unload();
    return child;
  }

  register(cleanUp: () => unknown): void {
    this.cleanUps.push(cleanUp);
  }

  registerEvent(ref: EventRef): void {
    this.register(() => ref.source.offref(ref));
  }

  registerDomEvent(
    target: EventTarget,
    type: string,
    callback: (event: Event) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    target.addEventListener(type, callback, options);
    this.register(() => target.removeEventListener(type, callback, options));
  }

  registerInterval(id: number): number {
    this.register(() => window.clearInterval(id));
    return id;
  }
}
