import { CredentialKind, type Principal } from '../../platform/auth/principal.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Accounts } from '../codes/accounts.ts';
import { effectiveScopes } from '../grantable-permissions.ts';
import { person } from '../operator.principal.ts';
import { touchToken } from './operator-token.sql.ts';

/**
 * Principal of the operator that a token acts as, found by the token’s digest. Null if the token isn’t valid or wasn’t stored by
 * the service.
 * @throws Refusal ACCOUNT_NOT_PROVEN if the operator was changed outside of the service
 */
export async function readTokenPrincipal(
  database: Database,
  accounts: Accounts,
  digest: Buffer,
): Promise<Principal | null> {
  const found = await touchToken(database, digest);
  if (!found) return null;
  const { token, code, stored } = found;
  if (!accounts.codes.tokens.verifies(token, code)) {
    accounts.reportWrongCode('token', token.id);
    return null;
  }
  const { roles } = accounts.proven(stored);
  const { id, operatorId, scopes, issuedBy: directly, issuers: all } = token;
  const [issuedBy, ...more] = [...new Set([directly, ...all])].filter((one) => one !== `operator:${operatorId}`);
  const credential = { kind: CredentialKind.BEARER, id };
  return person(
    operatorId,
    effectiveScopes(roles, scopes),
    issuedBy === undefined ? credential : { ...credential, issuedBy, issuers: [issuedBy, ...more] },
  );
}
