import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { lockEnabledAt } from '../operator.sql.ts';
import { findLinkedOperator, linkAccount } from '../sign-in.sql.ts';
import type { OidcIdentity } from './oidc-provider.ts';

/** Makes a person of whom an open invitation waits for, under this address. @returns the id; null when none waits */
export type AcceptByAddress = (ctx: Context, person: { email: string; name: string | null }) => Promise<string | null>;

/** Why nobody is let in whom the provider vouches for. */
export type OidcDenial = 'DOMAIN_NOT_ALLOWED' | 'NOBODY' | 'ANOTHER_SUBJECT';

/** Whom of us a provider means: an account there makes nobody an operator. */
export class OidcPeople {
  readonly #allowedDomains: readonly string[];
  readonly #accept: AcceptByAddress;

  constructor(allowedDomains: readonly string[], accept: AcceptByAddress = async () => null) {
    this.#allowedDomains = allowedDomains;
    this.#accept = accept;
  }

  /** Who it is. The first time by the address, from then on by how the provider calls that person, whatever the address. */
  async find(ctx: Context, vouched: OidcIdentity): Promise<{ operatorId: string } | OidcDenial> {
    const { email, name, subject } = vouched;
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (this.#allowedDomains.length > 0 && !this.#allowedDomains.includes(domain)) return 'DOMAIN_NOT_ALLOWED';
    const providerId = `oidc:${vouched.issuer}`;
    return ctx.transactional(async (inner) => {
      const linkedId = await findLinkedOperator(inner.em, { providerId, subject });
      if (linkedId !== null) return { operatorId: linkedId };
      // Locked, so that of two accounts that come at one moment with the same address, one is linked.
      const operatorId = (await lockEnabledAt(inner.em, email)) ?? (await this.#accept(inner, { email, name }));
      if (operatorId === null) return 'NOBODY';
      // An address can be given to somebody else there: who has had it here before does not hand on what is here.
      const isLinked = await linkAccount(inner.em, { id: newId('operatorAccount'), operatorId, providerId, subject });
      return isLinked ? { operatorId } : 'ANOTHER_SUBJECT';
    });
  }
}
