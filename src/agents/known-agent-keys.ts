import { ownerOf, type Principal, agent as principalOf } from '../platform/auth/principal.ts';
import type { Database } from '../platform/database/database.ts';
import { Remembered } from '../platform/database/remembered.ts';
import type { Permission } from '../platform/names.ts';
import { scopesOf } from './agent.rules.ts';

/** A revocation holds within a second even where nothing is heard of it. */
const MAX_AGE_MS = 1_000;
/** Keys that are used within a second. More are read anew each time. */
const MOST = 10_000;

/** Keys of agents as they were at most a second ago. */
export class KnownAgentKeys {
  /** By the digest of the whole token, in hex. */
  readonly #keys: Remembered<Principal>;

  /** @param isActive whether an owner is still one whose agents work */
  constructor(database: Database, isActive: (owner: string) => Promise<boolean>) {
    this.#keys = new Remembered({
      maxAgeMs: MAX_AGE_MS,
      most: MOST,
      read: async (digest) => {
        const principal = await read(database, Buffer.from(digest, 'hex'));
        return principal && (await isActive(ownerOf(principal))) ? principal : null;
      },
    });
  }

  /** Who shows the key of this digest; null for unknown, expired and revoked ones, and for those of agents that are disabled. */
  principalOf(digest: Buffer): Promise<Principal | null> {
    return this.#keys.get(digest.toString('hex'));
  }

  forgetAll(): void {
    this.#keys.forgetAll();
  }
}

const BY_DIGEST = {
  name: 'agent_key',
  // The time of use is written at most once a minute: a busy key would else make every read a write.
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

async function read(database: Database, digest: Buffer): Promise<Principal | null> {
  const found = await database.readRow<KeyRow>(BY_DIGEST, [digest]);
  if (!found) return null;
  const [keyId, scopes, issuedBy, agentId, owner, issuers] = found;
  const whole = principalOf(agentId, keyId, owner);
  return {
    ...whole,
    credential: { ...whole.credential!, issuedBy, issuers },
    permissions: new Set(scopesOf(scopes)),
  };
}
