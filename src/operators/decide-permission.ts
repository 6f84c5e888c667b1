import type { EntityManager } from '@mikro-orm/postgresql';
import { CredentialKind, type Principal } from '../platform/auth/principal.ts';
import { NAMES } from '../platform/names.ts';
import { holdInRoles } from './operator.sql.ts';
import { holdSession } from './sign-in.sql.ts';
import { holdToken } from './tokens/operator-token.sql.ts';

const PERMISSION = 'approvals:decide';

/**
 * Whether this person may decide at this moment, by what they have shown. Asked in the transaction of the decision, which then
 * holds the rows it looked at: who is disabled, loses the role or the credential meanwhile waits for it, and of two that come
 * at once one is first. What a principal was given when its request came is up to a second old.
 */
export async function mayPersonDecideNow(em: EntityManager, { subjectId, credential }: Principal): Promise<boolean> {
  if (subjectId === null || credential === null) return false;
  const roles = NAMES.permissions.get(PERMISSION)!.roles;
  if (!(await holdInRoles(em, subjectId, roles))) return false;
  const { id, kind } = credential;
  return kind === CredentialKind.SESSION
    ? holdSession(em, { id, operatorId: subjectId })
    : holdToken(em, { id, operatorId: subjectId, scope: PERMISSION });
}
