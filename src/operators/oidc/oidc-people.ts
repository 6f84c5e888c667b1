import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { VouchedFor } from './oidc-provider.ts';

/** Makes a person of whom an open invitation waits for, under this address. @returns the id; null when none waits */
export type AcceptByAddress = (ctx: Context, person: { email: string; name: string | null }) => Promise<string | null>;

/** Why nobody is let in whom the provider vouches for. */
export type Stranger = 'ADDRESS_NOT_VERIFIED' | 'DOMAIN_NOT_ALLOWED' | 'NOBODY' | 'ANOTHER_SUBJECT';

/** Whom of us a provider means: an account there makes nobody an operator. */
export class OidcPeople {
  readonly #allowedDomains: readonly string[];
  readonly #accept: AcceptByAddress;

  constructor(allowedDomains: readonly string[], accept: AcceptByAddress = async () => null) {
    this.#allowedDomains = allowedDomains;
    this.#accept = accept;
  }

  /** Who it is. The first time by the address, from then on by how the provider calls that person, whatever the address. */
  async find(ctx: Context, vouched: VouchedFor): Promise<{ operatorId: string } | Stranger> {
    const { email, name, subject } = vouched;
    if (email === null) return 'ADDRESS_NOT_VERIFIED';
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (this.#allowedDomains.length > 0 && !this.#allowedDomains.includes(domain)) return 'DOMAIN_NOT_ALLOWED';
    const providerId = `oidc:${vouched.issuer}`;
    return ctx.transactional(async (inner) => {
      const [linked] = await sql<{ operatorId: string }>(
        inner.em,
        'select operator_id as "operatorId" from operator_account where provider_id = $1 and account_id = $2',
        [providerId, subject],
      );
      if (linked) return linked;
      const operatorId = (await operatorAt(inner, email)) ?? (await this.#accept(inner, { email, name }));
      if (operatorId === null) return 'NOBODY';
      // An address can be given to somebody else there: who has had it here before does not hand on what is here.
      const rows = await sql(
        inner.em,
        `insert into operator_account (id, operator_id, provider_id, account_id)
         select $1, $2::text, $3::text, $4
         where not exists (select 1 from operator_account where operator_id = $2::text and provider_id = $3::text)
         on conflict do nothing returning true`,
        [newId('operatorAccount'), operatorId, providerId, subject],
      );
      return rows.length > 0 ? { operatorId } : 'ANOTHER_SUBJECT';
    });
  }
}

/** Locked, so that of two accounts that come at one moment with the same address, one is linked. */
async function operatorAt({ em }: Context, email: string): Promise<string | null> {
  const [row] = await sql<{ id: string }>(
    em,
    'select id from operator where email = $1 and disabled_at is null for update',
    [email],
  );
  return row?.id ?? null;
}
