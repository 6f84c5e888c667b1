import type { CustomersApi } from '../customers/index.ts';
import type { Catalogue, ModelsApi, PriceEntry } from '../models/index.ts';
import type { Context } from '../platform/context.ts';
import { type Expiration, ExpirationKind } from '../platform/expirations/expirations.ts';
import { CredentialSource, type ProvidersApi } from '../providers/index.ts';

export interface PriceEndingsOptions {
  models: Pick<ModelsApi, 'current' | 'priceAt'>;
  customers: Pick<CustomersApi, 'accountOf'>;
  providers: Pick<ProvidersApi, 'availabilityOf'>;
}

/**
 * Deployments that are or will be without a price at `until`: their last price ends before or at that time, and no other price
 * follows without a gap. Only deployments for which the service has a provider key.
 */
export async function priceExpirations(
  ctx: Context,
  until: Date,
  { models, customers, providers }: PriceEndingsOptions,
): Promise<Expiration[]> {
  const now = ctx.clock.now();
  const catalogue = await models.current();
  const availabilities = await providers.availabilityOf(await customers.accountOf(ctx), catalogue);
  return catalogue.deployments
    .filter(({ id }) => availabilities.get(id)?.credential?.source === CredentialSource.SERVICE)
    .flatMap(({ id }) => endingOf(id, catalogue, { now, until }, models.priceAt));
}

function endingOf(
  id: string,
  catalogue: Catalogue,
  { now, until }: { now: Date; until: Date },
  priceAt: ModelsApi['priceAt'],
): Expiration[] {
  let price: PriceEntry | null =
    catalogue.prices
      .filter(({ deployment, validFrom }) => deployment === id && new Date(validFrom) <= now)
      .toSorted((a, b) => Date.parse(a.validFrom) - Date.parse(b.validFrom))
      .at(-1) ?? null;
  // Skips prices that another price follows without a gap: only the last one leaves the deployment without a price.
  while (price?.validUntil && new Date(price.validUntil) <= until) {
    const endsAt = new Date(price.validUntil);
    const beganAt = new Date(price.validFrom);
    price = priceAt(catalogue, id, endsAt);
    if (!price) return [{ kind: ExpirationKind.PRICE, subjectId: id, title: id, endsAt, beganAt, customerId: null }];
  }
  return [];
}
