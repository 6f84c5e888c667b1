import type { CustomersApi } from '../customers/index.ts';
import { customerIdOf } from '../customers/index.ts';
import type { Authenticator, Shown } from '../platform/auth/authenticate.ts';
import { ownerOf, type Principal } from '../platform/auth/principal.ts';
import { hasTokenForm } from '../platform/auth/token.ts';
import type { Database } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { readExpiry } from './agent.sql.ts';
import type { KnownAgentKeys } from './known-agent-keys.ts';

/** Finds the agent behind a key. Unknown, expired and revoked keys and those of disabled agents are not known. */
export class AgentAuthenticator implements Authenticator {
  readonly prefix = 'imak_';
  readonly #known: KnownAgentKeys;
  readonly #customers: Pick<CustomersApi, 'assertActive'>;
  readonly #database: Database;

  constructor(known: KnownAgentKeys, customers: Pick<CustomersApi, 'assertActive'>, database: Database) {
    this.#known = known;
    this.#customers = customers;
    this.#database = database;
  }

  /** @throws Refusal CUSTOMER_SUSPENDED for an agent of a customer that is: it stops with its owner */
  async authenticate({ token }: Shown): Promise<Principal | null> {
    if (token === null || !hasTokenForm(this.prefix, token)) return null;
    const principal = await this.#known.principalOf(digestOf(token));
    const customerId = principal && customerIdOf(ownerOf(principal));
    if (customerId) await this.#customers.assertActive(customerId);
    return principal;
  }

  async expiredAt(token: string): Promise<Date | null> {
    return hasTokenForm(this.prefix, token) ? readExpiry(this.#database, digestOf(token)) : null;
  }
}
