import { ConfigError } from './config.ts';

/** Something that a process was started with and that has to fit what the database holds. */
export interface StartCheck {
  /** For who reads about it, e.g. `seal key`. */
  name: string;
  /**
   * @param options.makes whether what is held against is to be noted down where nothing is yet; else such a thing fits
   * @throws ConfigError
   */
  assert(options: { makes: boolean }): Promise<void>;
}

/** Before anything is taken on. @throws ConfigError with the mistakes of all */
export async function assertFitting(checks: readonly StartCheck[]): Promise<void> {
  const mistakes: string[] = [];
  for (const check of checks) {
    try {
      // Who has one that does not fit leaves none of the others: of two with keys of their own, one then fits in all.
      await check.assert({ makes: mistakes.length === 0 });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      mistakes.push(...error.mistakes);
    }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes);
}
