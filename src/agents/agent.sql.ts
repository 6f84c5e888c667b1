import type { EntityManager } from '@mikro-orm/postgresql';
import { expiryIn } from '../platform/auth/expired-token.sql.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { type ExpiringCredential, expiring } from '../platform/endings/announced-ending.sql.ts';
import type { Permission } from '../platform/names.ts';

/** A key with its agent. */
export interface UsedKey {
  keyId: string;
  /** Null for a key without limits of its own. */
  scopes: Permission[] | null;
  issuedBy: string;
  agentId: string;
  owner: string;
  issuers: string[];
}

const TOUCH_KEY = {
  name: 'agent_key',
  // The time of use is written at most once a minute: otherwise every read of a busy key would be a write.
  text: `with found as (
           select key.id, key.scopes, key.last_used_at, key.created_by, key.issuers, agent.id as agent_id, agent.owner
           from agent_key key join agent on agent.id = key.agent_id
           where key.token_hash = $1 and key.revoked_at is null and key.expires_at > now() and agent.disabled_at is null
         ), used as (
           update agent_key set last_used_at = current_timestamp(3) from found
           where agent_key.id = found.id
             and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
         )
         select id, scopes, created_by, agent_id, owner, issuers from found`,
};

type KeyRow = [
  keyId: string,
  scopes: Permission[] | null,
  issuedBy: string,
  agentId: string,
  owner: string,
  issuers: string[],
];

/** Finds a valid key by its digest, and notes its use. Null when it is unknown, expired or revoked, or its agent is disabled. */
export async function touchKey(database: Database, digest: Uint8Array): Promise<UsedKey | null> {
  const found = await database.readRow<KeyRow>(TOUCH_KEY, [digest]);
  if (!found) return null;
  const [keyId, scopes, issuedBy, agentId, owner, issuers] = found;
  return { keyId, scopes, issuedBy, agentId, owner, issuers };
}

const VIEWER = {
  name: 'agent_viewer',
  text: `select agent.name, agent_key.expires_at from agent_key join agent on agent.id = agent_key.agent_id
         where agent_key.id = $1`,
};

/** Reads the agent of a key, and when the key expires. Null when it doesn't exist. */
export async function findViewer(
  database: Database,
  keyId: string | undefined,
): Promise<{ name: string; expiresAt: Date } | null> {
  const found = await database.readRow<[name: string, expiresAt: string]>(VIEWER, [keyId]);
  return found ? { name: found[0], expiresAt: new Date(found[1]) } : null;
}

/** Finds when a token expired, by its digest. Null if it is valid, unknown or revoked. */
export const readExpiry = expiryIn('agent_key');

/** Finds valid keys of agents in use that expire before `until`. */
export function findExpiringKeys(em: EntityManager, until: Date): Promise<ExpiringCredential[]> {
  return sql(
    em,
    `select ${expiring("agent.name || ': ' || key.name", "case when agent.owner like 'customer:%' then substr(agent.owner, 10) end")}
     from agent_key key join agent on agent.id = key.agent_id
     where key.revoked_at is null and key.expires_at > now() and key.expires_at <= $1 and agent.disabled_at is null`,
    [until],
  );
}
