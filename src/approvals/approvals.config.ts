import { z } from 'zod';
import { EXPECTED_P256_KEY, isP256Key } from '../log/index.ts';
import { configFragment, optional } from '../platform/config/config.ts';
import { DECISION_KEY } from './binding/decision-keys.ts';

export interface ApprovalsConfig {
  /** Null: the key is in DATA_DIR. */
  decisionPrivateKeyPem: string | null;
  /** True if approvers who have a passkey can’t decide without it. */
  passkeysRequired: boolean;
}

export const approvalsConfig = configFragment(
  z.object({
    DECISION_PRIVATE_KEY: optional(z.string().refine(isP256Key, EXPECTED_P256_KEY)).describe(
      'Key that signs requests for approval and decisions: ECDSA P-256 in PEM. Default: created in DATA_DIR.',
    ),
    DECISIONS_WITH_PASSKEY: optional(z.enum(['when-enrolled', 'optional'])).describe(
      'Signatures of decisions with passkeys. `when-enrolled`: operators who have a passkey decide with it. `optional`: they can also decide without it. Default: `when-enrolled`.',
    ),
  }),
  // Only in the environment: someone who can write to the database could change a setting of the back office.
  ({ DECISION_PRIVATE_KEY, DECISIONS_WITH_PASSKEY }): ApprovalsConfig => ({
    decisionPrivateKeyPem: DECISION_PRIVATE_KEY ?? null,
    passkeysRequired: DECISIONS_WITH_PASSKEY !== 'optional',
  }),
  // Checks only a key in the variable. A key in DATA_DIR is read or created later.
  ({ DECISION_PRIVATE_KEY }, { found }) => {
    if (!DECISION_PRIVATE_KEY) found(DECISION_KEY.file, { isRight: isP256Key, expected: EXPECTED_P256_KEY });
  },
);
