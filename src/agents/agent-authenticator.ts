import type { CustomersApi } from '../customers/index.ts';
import { customerIdOf } from '../customers/index.ts';
import type { Authenticator, Shown } from '../platform/auth/authenticate.ts';
import { ownerOf, type Principal } from '../platform/auth/principal.ts';
import { hasTokenForm } from '../platform/auth/token.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import type { KnownAgentKeys } from './known-agent-keys.ts';

/** Finds the agent behind a key. Unknown, expired and revoked keys and those of disabled agents are all simply not known. */
export class AgentAuthenticator implements Authenticator {
  readonly prefix = 'imak_';
  readonly #known: KnownAgentKeys;
  readonly #customers: Pick<CustomersApi, 'assertActive'>;

  constructor(known: KnownAgentKeys, customers: Pick<CustomersApi, 'assertActive'>) {
    this.#known = known;
    this.#customers = customers;
  }

  /** @throws Refusal CUSTOMER_SUSPENDED for an agent of a customer that is: it stops with its owner */
  async authenticate({ token }: Shown): Promise<Principal | null> {
    if (token === null || !hasTokenForm(this.prefix, token)) return null;
    const principal = await this.#known.principalOf(digestOf(token));
    const customerId = principal && customerIdOf(ownerOf(principal));
    if (customerId) await this.#customers.assertActive(customerId);
    return principal;
  }
}
