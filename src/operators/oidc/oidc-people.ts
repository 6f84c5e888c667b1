import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Accounts } from '../codes/accounts.ts';
import { lockEnabledAt } from '../operator.sql.ts';
import { findLinkedOperator, linkAccount } from '../sign-in.sql.ts';
import type { OidcIdentity } from './oidc-provider.ts';

/**
 * Creates the operator of an open invitation to this e-mail address.
 * @returns the operator’s id; null without an open invitation
 */
export type AcceptByAddress = (ctx: Context, person: { email: string; name: string | null }) => Promise<string | null>;

/** Why an identity from the provider is refused. */
export type OidcDenial = 'DOMAIN_NOT_ALLOWED' | 'NOBODY' | 'ANOTHER_SUBJECT';

/**
 * Maps identities of the provider to operators. An account at the provider alone grants no access: an operator or an open
 * invitation with its address must exist.
 */
export class OidcPeople {
  readonly #allowedDomains: readonly string[];
  readonly #accounts: Accounts;
  readonly #accept: AcceptByAddress;

  constructor(allowedDomains: readonly string[], accounts: Accounts, accept: AcceptByAddress = async () => null) {
    this.#allowedDomains = allowedDomains;
    this.#accounts = accounts;
    this.#accept = accept;
  }

  /**
   * Finds the operator of an identity: at the first sign-in by e-mail address, later by the provider’s subject, even if the
   * address has changed.
   * @throws Refusal ACCOUNT_NOT_PROVEN if the operator was changed outside of the service
   */
  async find(ctx: Context, identity: OidcIdentity): Promise<{ operatorId: string } | OidcDenial> {
    const { email, name, subject } = identity;
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (this.#allowedDomains.length > 0 && !this.#allowedDomains.includes(domain)) return 'DOMAIN_NOT_ALLOWED';
    const providerId = `oidc:${identity.issuer}`;
    return ctx.transactional(async (inner) => {
      const linkedId = await findLinkedOperator(inner.em, { providerId, subject });
      if (linkedId !== null) {
        const linked = await this.#accounts.find(inner.em, linkedId);
        const isLinked = linked?.signInAccounts.some(
          (own) => own.providerId === providerId && own.accountId === subject,
        );
        return isLinked ? { operatorId: linkedId } : 'NOBODY';
      }
      // The operator’s row is locked, so that only one of two concurrent accounts with the same address is linked.
      const operatorId = (await lockEnabledAt(inner.em, email)) ?? (await this.#accept(inner, { email, name }));
      if (operatorId === null) return 'NOBODY';
      // Each operator is linked to one subject: the provider can reassign an address, so another subject with this address is
      // refused.
      const account = await this.#accounts.lock(inner.em, operatorId);
      const isLinked = await linkAccount(inner.em, { id: newId('operatorAccount'), operatorId, providerId, subject });
      if (!account || !isLinked) return 'ANOTHER_SUBJECT';
      const added = { providerId, accountId: subject, passwordHash: null };
      await this.#accounts.storeCode(inner.em, { ...account, signInAccounts: [...account.signInAccounts, added] });
      return { operatorId };
    });
  }
}
