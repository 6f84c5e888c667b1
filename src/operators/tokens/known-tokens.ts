import { CredentialKind, type Principal } from '../../platform/auth/principal.ts';
import type { Database } from '../../platform/database/database.ts';
import { Remembered } from '../../platform/database/remembered.ts';
import { grantedTo } from '../handing-out.ts';
import { person } from '../operator.principal.ts';
import { touchToken } from './operator-token.sql.ts';

/** A revocation, a lost role and a person who was disabled hold within a second even where nothing is heard of it. */
const MAX_AGE_MS = 1_000;
/** Tokens that are used within a second. More are read anew each time. */
const MOST = 1_000;

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
  const found = await touchToken(database, digest);
  if (!found) return null;
  const { id, operatorId, roles, scopes, issuedBy: directly, issuers: all } = found;
  const [issuedBy, ...more] = [...new Set([directly, ...all])].filter((one) => one !== `operator:${operatorId}`);
  const credential = { kind: CredentialKind.BEARER, id };
  return person(
    operatorId,
    grantedTo(roles, scopes),
    issuedBy === undefined ? credential : { ...credential, issuedBy, issuers: [issuedBy, ...more] },
  );
}
