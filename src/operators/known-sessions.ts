import { CredentialKind, type Principal, permissionsOf, person } from '../platform/auth/principal.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { Remembered } from '../platform/database/remembered.ts';
import type { OperatorRole } from './operator.entity.ts';

/** For who was disabled, lost a role or was signed out elsewhere: at the longest, if the event of it does not come through. */
const MAX_AGE_MS = 1_000;
const MOST = 1_000;
/** As long as the column. */
const MAX_ADDRESS_LENGTH = 64;

type SessionRow = [sessionId: string, operatorId: string, roles: OperatorRole[], confirmedAt: string | null];

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
  const found = await database.readRow<SessionRow>(
    {
      name: 'operator_session',
      // The time of use is written at most once a minute: somebody at work would else make every read a write.
      text: `with found as (
               select session.id, session.operator_id, session.confirmed_at, session.updated_at,
                 coalesce(session.last_address, session.ip_address, '') as last_address, operator.roles
               from operator_session session join operator on operator.id = session.operator_id
               where session.token_digest = $1 and session.expires_at > now() and operator.disabled_at is null
             ), used as (
               update operator_session set updated_at = current_timestamp(3), last_address = coalesce($2, found.last_address)
               from found
               where operator_session.id = found.id
                 and (found.updated_at < now() - interval '1 minute' or found.last_address <> $2)
             )
             select id, operator_id, roles, to_json(confirmed_at)#>>'{}' from found`,
    },
    [digest, address.slice(0, MAX_ADDRESS_LENGTH) || null],
  );
  if (!found) return null;
  const [id, operatorId, roles, confirmedAt] = found;
  return person(operatorId, permissionsOf(roles), {
    kind: CredentialKind.SESSION,
    id,
    confirmedAt: confirmedAt === null ? null : new Date(confirmedAt),
  });
}
