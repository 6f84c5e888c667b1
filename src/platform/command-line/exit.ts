/** sysexits.h, as far as it is used here: supervisors and scripts know these. */
export const ExitCode = {
  USAGE: 64,
  /** An input is missing or cannot be read. */
  NO_INPUT: 66,
  /** Settings are wrong, or the database belongs to a newer release: no restart will mend it. */
  CONFIG: 78,
} as const;

/** Ends a command with a sentence for who typed it, and a code for the script that did. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The command was not typed as it is to be: the message is followed by how it is. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(ExitCode.USAGE, message);
  }
}
