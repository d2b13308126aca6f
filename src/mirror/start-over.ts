/** What the target has can't be brought up to date by changes: everything is read again. docs/mirror.md#snapshot */
export class StartOver extends Error {
  constructor(readonly reason: string | null = null) {
    super('everything is to be read again');
    this.name = 'StartOver';
  }
}
