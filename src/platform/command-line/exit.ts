/** Exit codes of sysexits.h, which supervisors and scripts know. */
export const ExitCode = {
  USAGE: 64,
  /** An input file is missing or unreadable. */
  NO_INPUT: 66,
  /** Settings are wrong, or the database belongs to a newer release. Restarting doesn't help. */
  CONFIG: 78,
} as const;

/** Error that ends a command with a message for the user and an exit code for scripts. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The command was called incorrectly. Its usage is printed after the message. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(ExitCode.USAGE, message);
  }
}
