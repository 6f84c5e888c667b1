import { CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { Remembered } from '../platform/database/remembered.ts';
import { person } from './operator.principal.ts';
import { touchSession } from './sign-in.sql.ts';

/** For who was disabled, lost a role or was signed out elsewhere: at the longest, if the event of it does not come through. */
const MAX_AGE_MS = 1_000;
const MOST = 1_000;
/** As long as the column. */
const MAX_ADDRESS_LENGTH = 64;

/** Who is signed in, by the digest of the token and the address, kept for a moment: a page asks several times at once. */
export class KnownSessions {
  readonly #sessions: Remembered<Principal>;

  constructor(database: Database, clock: Clock) {
    this.#sessions = new Remembered({
      read: (key) => readSession(database, ...(key.split(' ') as [string, string])),
      maxAgeMs: MAX_AGE_MS,
      most: MOST,
      clock,
    });
  }

  /**
   * Null for a session that has ended, and for who is disabled.
   * @param address where the request comes from: a session that is used from elsewhere says so at once
   */
  of(tokenDigest: string, address = ''): Promise<Principal | null> {
    return this.#sessions.get(`${tokenDigest} ${address}`);
  }

  forgetAll(): void {
    this.#sessions.forgetAll();
  }
}

async function readSession(database: Database, digest: string, address: string): Promise<Principal | null> {
  const found = await touchSession(database, digest, address.slice(0, MAX_ADDRESS_LENGTH) || null);
  if (!found) return null;
  const { id, operatorId, roles, confirmedAt } = found;
  return person(operatorId, permissionsOf(roles), {
    kind: CredentialKind.SESSION,
    id,
    confirmedAt,
  });
}
