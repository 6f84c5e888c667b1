import { z } from 'zod';
import { configFragment, flag, optional } from '../../platform/config.ts';

/** About what a person reads along with; hosted models give between 30 and 300. */
const DEFAULT_TOKENS_PER_SECOND = 200;

/** Whether simulated answers are given where there is no key, and how fast they are streamed. */
export const sandboxConfig = configFragment(
  z.object({
    SANDBOX: optional(flag).describe('Simulated answers for tasks without a provider key; default: as DEMO'),
    SANDBOX_TOKENS_PER_SECOND: optional(z.coerce.number().int().min(0).max(1_000_000))
      .default(DEFAULT_TOKENS_PER_SECOND)
      .describe('Pace of simulated streams; 0: as fast as it goes'),
    // What DEMO falls back to is decided by the same two variables.
    DEMO: optional(flag),
    DATABASE_URL: optional(z.string()),
  }),
  (given) => ({
    isOn: given.SANDBOX ?? given.DEMO ?? given.DATABASE_URL === undefined,
    tokensPerSecond: given.SANDBOX_TOKENS_PER_SECOND,
  }),
);
