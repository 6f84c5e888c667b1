import { CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { ReadCache } from '../platform/database/read-cache.ts';
import type { Accounts } from './codes/accounts.ts';
import { person } from './operator.principal.ts';
import { touchSession } from './sign-in.sql.ts';

/** Longest time until a disabled operator, a removed role or an ended session is noticed if the event about it is lost. */
const MAX_AGE_MS = 1_000;
const MOST = 1_000;
/** Maximum length of a stored IP address: the length of the column. */
const MAX_ADDRESS_LENGTH = 64;

/** Cache of sessions by the digest of the session token and the IP address, because a page sends several requests at once. */
export class KnownSessions {
  readonly #sessions: ReadCache<Principal>;

  constructor(database: Database, clock: Clock, accounts: Accounts) {
    this.#sessions = new ReadCache({
      read: (key) => readSession(database, accounts, ...(key.split(' ') as [string, string])),
      maxAgeMs: MAX_AGE_MS,
      most: MOST,
      clock,
    });
  }

  /**
   * Principal of a session. Null if the session has ended, wasn’t stored by the service, or the operator is disabled.
   * @param address IP address of the request; a new address is recorded at once
   * @throws Refusal ACCOUNT_NOT_PROVEN if the operator was changed outside of the service
   */
  of(tokenDigest: string, address = ''): Promise<Principal | null> {
    return this.#sessions.get(`${tokenDigest} ${address}`);
  }

  forgetAll(): void {
    this.#sessions.forgetAll();
  }
}

async function readSession(
  database: Database,
  accounts: Accounts,
  digest: string,
  address: string,
): Promise<Principal | null> {
  const found = await touchSession(database, digest, address.slice(0, MAX_ADDRESS_LENGTH) || null);
  if (!found) return null;
  const { session, code, stored } = found;
  if (!accounts.codes.sessions.verifies(session, code)) {
    accounts.reportWrongCode('session', session.id);
    return null;
  }
  const { id, roles } = accounts.proven(stored);
  return person(id, permissionsOf(roles), {
    kind: CredentialKind.SESSION,
    id: session.id,
    confirmedAt: session.confirmedAt,
  });
}
