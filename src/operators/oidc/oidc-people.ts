import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { lockEnabledAt } from '../operator.sql.ts';
import { findLinkedOperator, linkAccount } from '../sign-in.sql.ts';
import type { OidcIdentity } from './oidc-provider.ts';

/**
 * Creates the operator of an open invitation to this address.
 * @returns the id; null without an open invitation
 */
export type AcceptByAddress = (ctx: Context, person: { email: string; name: string | null }) => Promise<string | null>;

/** Reasons why an identity from the provider is refused. */
export type OidcDenial = 'DOMAIN_NOT_ALLOWED' | 'NOBODY' | 'ANOTHER_SUBJECT';

/** Maps identities of the provider to operators. An account at the provider alone makes no one an operator. */
export class OidcPeople {
  readonly #allowedDomains: readonly string[];
  readonly #accept: AcceptByAddress;

  constructor(allowedDomains: readonly string[], accept: AcceptByAddress = async () => null) {
    this.#allowedDomains = allowedDomains;
    this.#accept = accept;
  }

  /** Finds the operator: the first time by address, afterwards by the provider’s subject, independent of the address. */
  async find(ctx: Context, identity: OidcIdentity): Promise<{ operatorId: string } | OidcDenial> {
    const { email, name, subject } = identity;
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (this.#allowedDomains.length > 0 && !this.#allowedDomains.includes(domain)) return 'DOMAIN_NOT_ALLOWED';
    const providerId = `oidc:${identity.issuer}`;
    return ctx.transactional(async (inner) => {
      const linkedId = await findLinkedOperator(inner.em, { providerId, subject });
      if (linkedId !== null) return { operatorId: linkedId };
      // Locked, so that only one of two concurrent accounts with the same address is linked.
      const operatorId = (await lockEnabledAt(inner.em, email)) ?? (await this.#accept(inner, { email, name }));
      if (operatorId === null) return 'NOBODY';
      // An address can be reassigned at the provider, so a second subject with this address isn’t accepted.
      const isLinked = await linkAccount(inner.em, { id: newId('operatorAccount'), operatorId, providerId, subject });
      return isLinked ? { operatorId } : 'ANOTHER_SUBJECT';
    });
  }
}
