import { z } from 'zod';
import { configFragment, flag, optional } from '../platform/config/config.ts';

/**
 * Callers who can use the sandbox without a credential can also redact texts, because redaction is as cheap and stores nothing.
 */
export const redactionConfig = configFragment(z.object({ SANDBOX: optional(flag) }), (given) => ({
  sandbox: given.SANDBOX ?? null,
}));
