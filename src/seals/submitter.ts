import type { Principal, PrincipalKind } from '../platform/auth/principal.ts';
import { Submitter } from '../proof/statement.ts';

/** Whoever adds a kind of caller has to say here what a statement may say of it. */
const SUBMITTERS: Record<PrincipalKind, Submitter> = {
  ANONYMOUS: Submitter.ANONYMOUS,
  INTEGRATION: Submitter.INTEGRATION,
  PARTNER: Submitter.PARTNER,
  CUSTOMER: Submitter.CUSTOMER,
  AGENT: Submitter.AGENT,
  OPERATOR: Submitter.OPERATOR,
  SERVICE: Submitter.SERVICE,
  OTHER: Submitter.UNKNOWN,
};

/** What a statement says of who had something sealed: the class of the credential that was shown, and nobody's name. */
export function submitterOf({ kind }: Principal): Submitter {
  return SUBMITTERS[kind];
}
