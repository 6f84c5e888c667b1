import { z } from 'zod';
import { EXPECTED_P256_KEY, isP256Key } from '../log/index.ts';
import { configFragment, optional } from '../platform/config/config.ts';
import { DECISION_KEY } from './binding/decision-keys.ts';

export interface ApprovalsConfig {
  /** Null: the key is in DATA_DIR. */
  decisionPrivateKeyPem: string | null;
}

export const approvalsConfig = configFragment(
  z.object({
    DECISION_PRIVATE_KEY: optional(z.string().refine(isP256Key, EXPECTED_P256_KEY)).describe(
      'Key that signs requests for approval and decisions: ECDSA P-256 in PEM. Default: created in DATA_DIR.',
    ),
  }),
  ({ DECISION_PRIVATE_KEY }): ApprovalsConfig => ({ decisionPrivateKeyPem: DECISION_PRIVATE_KEY ?? null }),
  // Checks only a key in the variable. A key in DATA_DIR is read or created later.
  ({ DECISION_PRIVATE_KEY }, { found }) => {
    if (!DECISION_PRIVATE_KEY) found(DECISION_KEY.file, { isRight: isP256Key, expected: EXPECTED_P256_KEY });
  },
);
