import { usedKey } from '../platform/credentials/key.sql.ts';
import type { Database } from '../platform/database/database.ts';
import type { Permission } from '../platform/registry.ts';

/** An agent's key together with the agent. */
export interface KeyWithAgent {
  keyId: string;
  /** Permissions of the key. Null if it has all permissions that agents can have. */
  scopes: Permission[] | null;
  issuedBy: string;
  agentId: string;
  owner: string;
  issuers: string[];
}

const USED_KEY = usedKey({
  name: 'agent_key',
  table: 'agent_key',
  join: 'join agent on agent.id = key.agent_id',
  columns: ['key.scopes', 'key.created_by', 'agent.id', 'agent.owner', 'key.issuers'],
  and: 'agent.disabled_at is null',
});

type KeyWithAgentRow = [
  keyId: string,
  scopes: Permission[] | null,
  issuedBy: string,
  agentId: string,
  owner: string,
  issuers: string[],
];

/**
 * Finds a valid agent key by its digest, and records its use. Null if the key is unknown, expired or revoked, or its agent is
 * disabled.
 */
export async function touchKey(database: Database, digest: Uint8Array): Promise<KeyWithAgent | null> {
  const found = await database.readRow<KeyWithAgentRow>(USED_KEY, [digest]);
  if (!found) return null;
  const [keyId, scopes, issuedBy, agentId, owner, issuers] = found;
  return { keyId, scopes, issuedBy, agentId, owner, issuers };
}
