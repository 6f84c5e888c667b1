import type { CustomersApi } from '../../customers/index.ts';
import type { ModelsApi } from '../../models/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProvidersApi } from '../../providers/index.ts';
import { PolicyBook } from './policy-book.ts';
import { Router } from './router.ts';

export { refused } from './refusal.ts';
export { Router } from './router.ts';

/** What the gateway stands on. */
export interface Earlier {
  models: ModelsApi;
  customers: CustomersApi;
  providers: ProvidersApi;
}

/** The room of the policy and its decisions. */
export function composeRouting({ database, clock }: Platform, { models, customers, providers }: Earlier) {
  const policies = new PolicyBook(database, models);
  const router = new Router({ models, customers, providers, policies, clock });
  return { router, policies };
}
