import type { SealStatusKind } from '../proof/statement.ts';
import { hexDigest } from './sha256.ts';

/** Key of a status change in the log. Derived from the statement of the seal, so that it is unknown once the seal is erased. */
export const statusKey = (status: SealStatusKind, sealStatement: string) =>
  hexDigest(Buffer.from(`${status} ${sealStatement}`));
