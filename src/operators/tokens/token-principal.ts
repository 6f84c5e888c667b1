import { CredentialKind, type Principal } from '../../platform/auth/principal.ts';
import type { Database } from '../../platform/database/database.ts';
import { effectiveScopes } from '../grantable-permissions.ts';
import { person } from '../operator.principal.ts';
import { touchToken } from './operator-token.sql.ts';

/** Principal of the operator that a token acts as, found by the token’s digest. Null if the token isn’t valid. */
export async function readTokenPrincipal(database: Database, digest: Buffer): Promise<Principal | null> {
  const found = await touchToken(database, digest);
  if (!found) return null;
  const { id, operatorId, roles, scopes, issuedBy: directly, issuers: all } = found;
  const [issuedBy, ...more] = [...new Set([directly, ...all])].filter((one) => one !== `operator:${operatorId}`);
  const credential = { kind: CredentialKind.BEARER, id };
  return person(
    operatorId,
    effectiveScopes(roles, scopes),
    issuedBy === undefined ? credential : { ...credential, issuedBy, issuers: [issuedBy, ...more] },
  );
}
