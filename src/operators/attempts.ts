import type { Context } from '../platform/context.ts';

/** Tries at what only one person can know, counted for that person and for the network they come from. */
export interface Attempts {
  /**
   * Counts one before it is made, so that a hundred at one moment are a hundred.
   * @param account the id of the person it is tried for, or what else stands for one; null where that is not known
   * @throws Refusal RATE_LIMITED
   */
  begin(ctx: Context, account: string | null): Promise<Attempt>;
}

export interface Attempt {
  /** It was right, and counts no more. */
  right(): Promise<void>;
}
