import type { EntityManager } from '@mikro-orm/postgresql';
import { CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';
import type { Accounts } from './codes/accounts.ts';
import { shareOperator } from './operator.sql.ts';
import { holdSession } from './sign-in.sql.ts';
import { holdToken } from './tokens/operator-token.sql.ts';

const PERMISSION = 'approvals:decide';

/**
 * True if this operator can decide approvals right now with this credential. Called in the transaction of the decision. Locks the
 * rows that it reads, so that disabling the operator or removing the role or credential waits for the decision. The permissions
 * of the principal wouldn't suffice: they are up to a second old.
 * @throws Refusal ACCOUNT_NOT_PROVEN if the operator was changed outside of the service
 */
export async function mayPersonDecideNow(
  em: EntityManager,
  accounts: Accounts,
  { subjectId, credential }: Principal,
): Promise<boolean> {
  if (subjectId === null || credential === null) return false;
  await shareOperator(em, subjectId);
  const account = await accounts.find(em, subjectId);
  if (!account || account.isDisabled || !permissionsOf(account.roles).has(PERMISSION)) return false;
  const { sessions, tokens } = accounts.codes;
  const owned = { id: credential.id, operatorId: subjectId };
  if (credential.kind === CredentialKind.SESSION) {
    const held = await holdSession(em, owned);
    return held !== null && sessions.verifies(held.session, held.code);
  }
  const held = await holdToken(em, owned);
  return held !== null && tokens.verifies(held.token, held.code) && held.token.scopes.includes(PERMISSION);
}
