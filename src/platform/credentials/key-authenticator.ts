import type { Authenticator, PresentedCredentials } from '../auth/authenticate.ts';
import type { Principal } from '../auth/principal.ts';
import { hasTokenForm, type TokenPrefix } from '../auth/token.ts';
import type { Database } from '../database/database.ts';
import { digestOf } from '../encryption/secrets.ts';
import { readExpiry } from './key.sql.ts';

interface KeyAuthenticatorOptions {
  database: Database;
  prefix: TokenPrefix;
  table: string;
  /** Finds the principal of a valid key by the digest of its token. */
  find(digest: Buffer): Promise<Principal | null>;
}

/** Authenticates bearer keys of one kind. Returns null for unknown, expired and revoked keys. */
export class KeyAuthenticator implements Authenticator {
  readonly prefix: TokenPrefix;
  readonly #options: KeyAuthenticatorOptions;

  constructor(options: KeyAuthenticatorOptions) {
    this.prefix = options.prefix;
    this.#options = options;
  }

  async authenticate({ token }: PresentedCredentials): Promise<Principal | null> {
    return token !== null && hasTokenForm(this.prefix, token) ? this.#options.find(digestOf(token)) : null;
  }

  async expiredAt(token: string): Promise<Date | null> {
    if (!hasTokenForm(this.prefix, token)) return null;
    return readExpiry(this.#options.database, this.#options.table, digestOf(token));
  }
}
