/** Light or dark: as the system is, or as its reader chose on this device. */

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'notedb-theme';

export class PageTheme {
  choice: ThemeChoice;
  private readonly system: MediaQueryList;

  constructor(private readonly owner: Window) {
    this.choice = readChoice(owner);
    this.system = owner.matchMedia('(prefers-color-scheme: dark)');
    this.system.addEventListener('change', () => this.show());
    this.show();
  }

  choose(choice: ThemeChoice): void {
    this.choice = choice;
    try {
      this.owner.localStorage.setItem(KEY, choice);
    } catch {
      // A browser that keeps nothing shows it until the page is closed.
    }
    this.show();
  }

  private show(): void {
    const isDark = this.choice === 'dark' || (this.choice === 'system' && this.system.matches);
    const { classList } = this.owner.document.body;
    classList.toggle('theme-dark', isDark);
    classList.toggle('theme-light', !isDark);
  }
}

function readChoice(owner: Window): ThemeChoice {
  try {
    const kept = owner.localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}
