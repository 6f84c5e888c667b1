import { z } from 'zod';
import { configFragment, flag, optional } from '../platform/config/config.ts';

/** Who may try the sandbox without a credential may try this as well: it costs as little, and leaves as little. */
export const redactionConfig = configFragment(z.object({ SANDBOX: optional(flag) }), (given) => ({
  sandbox: given.SANDBOX ?? null,
}));
