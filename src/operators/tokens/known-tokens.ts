import { CredentialKind, type Principal, person } from '../../platform/auth/principal.ts';
import type { Database } from '../../platform/database/database.ts';
import { Remembered } from '../../platform/database/remembered.ts';
import { grantedTo } from '../handing-out.ts';
import type { OperatorRole } from '../operator.entity.ts';

/** A revocation, a lost role and a person who was disabled hold within a second even where nothing is heard of it. */
const MAX_AGE_MS = 1_000;
/** Tokens that are used within a second. More are read anew each time. */
const MOST = 1_000;

type TokenRow = [
  tokenId: string,
  operatorId: string,
  roles: OperatorRole[],
  scopes: string[],
  issuedBy: string,
  issuers: string[],
];

/** Valid tokens as they were at most a second ago, by their digest in hex. */
export class KnownTokens {
  readonly #tokens: Remembered<Principal>;

  constructor(database: Database) {
    this.#tokens = new Remembered({
      read: (digest) => readToken(database, Buffer.from(digest, 'hex')),
      maxAgeMs: MAX_AGE_MS,
      most: MOST,
    });
  }

  /** Null for unknown, expired and revoked ones, and for those of who is disabled. */
  of(digest: Buffer): Promise<Principal | null> {
    return this.#tokens.get(digest.toString('hex'));
  }

  forgetAll(): void {
    this.#tokens.forgetAll();
  }
}

async function readToken(database: Database, digest: Buffer): Promise<Principal | null> {
  const found = await database.readRow<TokenRow>(
    {
      name: 'operator_token',
      // The time of use is written at most once a minute: a busy token would else make every read a write.
      text: `with found as (
               select token.id, token.operator_id, token.scopes, token.issued_by, token.issuers, token.last_used_at, operator.roles
               from operator_token token join operator on operator.id = token.operator_id
               where token.token_hash = $1 and token.revoked_at is null and token.expires_at > now()
                 and operator.disabled_at is null
             ), used as (
               update operator_token set last_used_at = current_timestamp(3) from found
               where operator_token.id = found.id
                 and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
             )
             select id, operator_id, roles, scopes, issued_by, issuers from found`,
    },
    [digest],
  );
  if (!found) return null;
  const [id, operatorId, roles, scopes, directly, all] = found;
  const [issuedBy, ...more] = [...new Set([directly, ...all])].filter((one) => one !== `operator:${operatorId}`);
  const credential = { kind: CredentialKind.BEARER, id };
  return person(
    operatorId,
    grantedTo(roles, scopes),
    issuedBy === undefined ? credential : { ...credential, issuedBy, issuers: [issuedBy, ...more] },
  );
}
