import type { EntityManager } from '@mikro-orm/postgresql';
import { CredentialKind, type Principal } from '../platform/auth/principal.ts';
import { REGISTRY } from '../platform/registry.ts';
import { holdInRoles } from './operator.sql.ts';
import { holdSession } from './sign-in.sql.ts';
import { holdToken } from './tokens/operator-token.sql.ts';

const PERMISSION = 'approvals:decide';

/**
 * True if this operator can decide approvals right now with this credential. Called in the transaction of the decision. Locks the
 * rows that it reads, so that disabling the operator or removing the role or credential waits for the decision. The permissions
 * of the principal wouldn't suffice: they are up to a second old.
 */
export async function mayPersonDecideNow(em: EntityManager, { subjectId, credential }: Principal): Promise<boolean> {
  if (subjectId === null || credential === null) return false;
  const roles = REGISTRY.permissions.get(PERMISSION)!.roles;
  if (!(await holdInRoles(em, subjectId, roles))) return false;
  const { id, kind } = credential;
  return kind === CredentialKind.SESSION
    ? holdSession(em, { id, operatorId: subjectId })
    : holdToken(em, { id, operatorId: subjectId, scope: PERMISSION });
}
