import type { Principal } from '../platform/auth/principal.ts';
import type { Database } from '../platform/database/database.ts';
import { agent as principalOf } from './agent.principal.ts';
import { scopesOf } from './agent.rules.ts';
import { touchKey } from './agent.sql.ts';

/** Finds the agent whose key has this digest. Null if the key isn’t valid or its agent is disabled. */
export async function readKeyPrincipal(database: Database, digest: Buffer): Promise<Principal | null> {
  const found = await touchKey(database, digest);
  if (!found) return null;
  const { keyId, scopes, issuedBy, agentId, owner, issuers } = found;
  const whole = principalOf(agentId, keyId, owner);
  return {
    ...whole,
    credential: { ...whole.credential!, issuedBy, issuers },
    permissions: new Set(scopesOf(scopes)),
  };
}
