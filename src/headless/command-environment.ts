/** The process around a command, so that commands can run without one. */

/** The parts of the process that a command uses. */
export interface CommandEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** The folder that the package's own files lie in. */
  readonly packageFolder: string;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly readInput: () => Promise<string>;
  /** From the call on the program ends only by itself; resolves when someone wants it to end. */
  readonly untilEnded: () => Promise<void>;
  /** Whether a person reads the output. */
  readonly isTerminal: boolean;
}
