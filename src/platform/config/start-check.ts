import { ConfigError } from './config.ts';

/** A setting of the process that must fit the contents of the database. */
export interface StartCheck {
  /** Name in messages, e.g. `seal key`. */
  name: string;
  /** @param options.makes true to store the value if the database has none; otherwise a missing value fits @throws ConfigError */
  assert(options: { makes: boolean }): Promise<void>;
}

/** Runs all checks before the process takes work. @throws ConfigError with the mistakes of all checks */
export async function assertFitting(checks: readonly StartCheck[]): Promise<void> {
  const mistakes: string[] = [];
  for (const check of checks) {
    try {
      // Values are stored only if every check passes, so that the keys of one process are stored and not a mix of two.
      await check.assert({ makes: mistakes.length === 0 });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      mistakes.push(...error.mistakes);
    }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes);
}
