import { ConfigError } from './config.ts';

/** Check that a setting of the process fits the contents of the database. */
export interface StartCheck {
  /** Name of the setting in messages, e.g. `seal key`. */
  name: string;
  /**
   * Runs the check. With `makes`, stores the setting's value if the database has none; otherwise, a missing value passes the
   * check. @throws ConfigError
   */
  assert(options: { makes: boolean }): Promise<void>;
}

/** Runs all checks before the process takes work. @throws ConfigError with the mistakes of all checks */
export async function assertFitting(checks: readonly StartCheck[]): Promise<void> {
  const mistakes: string[] = [];
  for (const check of checks) {
    try {
      // Missing values are stored only if all checks before have passed, so that the database never contains the keys of two
      // processes.
      await check.assert({ makes: mistakes.length === 0 });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      mistakes.push(...error.mistakes);
    }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes);
}
