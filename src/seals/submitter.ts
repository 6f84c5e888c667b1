import type { Principal } from '../platform/auth/principal.ts';
import { Submitter } from '../proof/statement.ts';

/**
 * What a statement says of who had something sealed: the class of the credential that was shown, and nobody's name. A kind that
 * statements have no word for is unknown.
 */
export function submitterOf({ kind }: Principal): Submitter {
  return kind in Submitter ? (kind as Submitter) : Submitter.UNKNOWN;
}
