import { z } from 'zod';
import { configFragment, flag, optional } from '../platform/config/config.ts';

/**
 * Setting of the sandbox, which also lets callers without a credential redact texts: redaction is as cheap as the sandbox and
 * stores nothing. Null if SANDBOX isn't set; then the demo setting decides.
 */
export const redactionConfig = configFragment(z.object({ SANDBOX: optional(flag) }), (given) => ({
  sandbox: given.SANDBOX ?? null,
}));
