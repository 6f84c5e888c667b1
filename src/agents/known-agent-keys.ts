import { ownerOf, type Principal } from '../platform/auth/principal.ts';
import type { Database } from '../platform/database/database.ts';
import { Remembered } from '../platform/database/remembered.ts';
import { agent as principalOf } from './agent.principal.ts';
import { scopesOf } from './agent.rules.ts';
import { touchKey } from './agent.sql.ts';

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

async function read(database: Database, digest: Buffer): Promise<Principal | null> {
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
