import type { Principal } from '../platform/auth/principal.ts';
import { Submitter } from '../proof/statement.ts';

/**
 * The submitter to name in a statement: the kind of credential, never a person's name. UNKNOWN for kinds that statements don't
 * have.
 */
export function submitterOf({ kind }: Principal): Submitter {
  return kind in Submitter ? (kind as Submitter) : Submitter.UNKNOWN;
}
