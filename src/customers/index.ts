import type { FindActors } from '../approvals/index.ts';
import { defineFeature } from '../feature.ts';
import type { ModelsApi } from '../models/index.ts';
import { Role } from '../platform/auth/roles.ts';
import { findExpiringKeys } from '../platform/credentials/key.sql.ts';
import { KeyAuthenticator } from '../platform/credentials/key-authenticator.ts';
import { keyViewer } from '../platform/credentials/key-viewer.ts';
import { ExpirationKind, expirationsOf } from '../platform/expirations/expirations.ts';
import type { SettingsApi } from '../settings/index.ts';
import { Customer } from './customer.entity.ts';
import { CHANGES_ACCOUNTS } from './customer.events.ts';
import { customerNames } from './customer.names.ts';
import { capReached } from './customer.published.ts';
import { customerNode, customerReads } from './customer.reads.ts';
import { CustomerResolver } from './customer.resolver.ts';
import { CustomerService } from './customer.service.ts';
import { planSettings } from './customer.settings.ts';
import { CustomerKey } from './customer-key.entity.ts';
import { customerKeyKind } from './customer-key.kind.ts';
import { CustomerKeyResolver } from './customer-key.resolver.ts';
import { CustomerKeyService } from './customer-key.service.ts';
import type { CustomersApi } from './customers-api.ts';
import { createDemoCustomer, demoCustomerHints } from './demo.ts';
import { KnownAccounts } from './known-accounts.ts';
import { KnownMoney } from './money/known-money.ts';
import { ReservationRow, UsagePeriod } from './money/money.entity.ts';
import { moneyCheck } from './money/money-check.ts';
import { Reservations } from './money/reservations.ts';
import { repeatEveryTenSeconds } from './money/sweeper.ts';
import { assertActive, payingAccountOf } from './paying-account.ts';

export { customerIdOf } from './customer.principal.ts';
export * from './customers-api.ts';
export { Plan } from './plan.ts';

interface CustomersDependencies {
  models: ModelsApi;
  settings: SettingsApi;
}

const KEYS = { table: 'customer_key', owner: 'customer' };
const EXPIRING = {
  ...KEYS,
  title: "customer.name || ': ' || key.name",
  customerId: 'case when not customer.is_house then customer.id end',
  and: 'customer.suspended_at is null',
};

/** Feature for customers: plans, API keys, and the amounts that are reserved and spent. */
export const customers = defineFeature({
  name: 'customers',
  names: customerNames,
  entities: [Customer, CustomerKey, UsagePeriod, ReservationRow],
  tablePrivileges: {
    customer: ['INSERT', 'UPDATE'],
    customer_key: ['INSERT', 'UPDATE', 'DELETE'],
    reservation: ['INSERT', 'UPDATE', 'DELETE'],
    usage_period: ['INSERT', 'UPDATE'],
  },
  settings: planSettings,
  compose(platform, { models, settings }: CustomersDependencies) {
    const { config, database, live } = platform;
    const { dataDir } = config;
    const known = new KnownAccounts(database);
    const money = new KnownMoney(database);
    const reservations = new Reservations(database, platform.lives, known.calls);
    const forget = () => {
      known.forgetAll();
      money.forgetAll();
    };
    for (const type of CHANGES_ACCOUNTS) live.observe(type, forget);
    const taskNames = async () => (await models.current()).tasks.map(({ name }) => name);
    const services = {
      customers: new CustomerService(forget, settings),
      keys: new CustomerKeyService(forget, taskNames),
    };
    const actors: FindActors = async ({ em }, ids) => {
      const found = await em.find(Customer, { id: { $in: [...ids] } });
      return new Map(found.map(({ id, name }) => [id, { name, owner: null }]));
    };
    const resolver = new CustomerResolver(services.customers);
    const keyResolver = new CustomerKeyResolver(services.keys);
    const api: CustomersApi = {
      accountOf: ({ principal }) => payingAccountOf(known, principal),
      exists: async (accountId) => (await known.account(accountId)) !== null,
      assertActive: (customerId) => assertActive(known, customerId),
      moneyOf: (accountId, options) => money.of(accountId, options),
      async reserve(reservation) {
        const reserved = await reservations.reserve(reservation);
        if (reserved.money) money.learn(reservation.accountId, reserved.money);
        return reserved;
      },
      callsLeft: ({ accountId, credential }) =>
        accountId !== undefined && credential ? known.calls.of(credential.id) : null,
      underWay: (ctx, runId) => reservations.underWay(ctx, runId),
      allUnderWay: (ctx, filter) => reservations.allUnderWay(ctx, filter),
      settled: (runIds) => reservations.settled(runIds),
      settleLate: (em, settlements) => reservations.settleLate(em, settlements),
      spentOfAll: (em) => reservations.spentOfAll(em),
      settleFunction: 'settle_usage',
      sweep: (ctx, ended) => reservations.sweep(ctx, ended),
      sweeper: (ended) => repeatEveryTenSeconds(platform, 'lost calls', (ctx) => reservations.sweep(ctx, ended)),
    };
    return {
      api,
      contributions: {
        actors: { customer: actors },
        expirations: {
          customers: async ({ em }, until) =>
            expirationsOf(ExpirationKind.CUSTOMER_KEY, await findExpiringKeys(em, EXPIRING, until)),
        },
      },
      resolvers: [resolver, keyResolver],
      nodes: {
        customer: (ctx, id) => resolver.find(ctx, id),
        customerKey: (ctx, id) => keyResolver.find(ctx, id),
      },
      nodeReads: { customer: customerNode },
      viewers: { CUSTOMER: keyViewer(KEYS, Role.CUSTOMER) },
      reads: customerReads,
      published: [capReached],
      authenticators: [
        new KeyAuthenticator({
          database,
          prefix: customerKeyKind.prefix,
          table: KEYS.table,
          find: async (digest) => (await known.keyOf(digest))?.principal ?? null,
        }),
      ],
      checks: [moneyCheck],
      demo: {
        create: (ctx) => createDemoCustomer(ctx, services, dataDir),
        startupHints: () => demoCustomerHints(dataDir),
      },
      startupHints: [{ title: 'Customer key', at: 'create one: bin/imprimatur customer-key NAME' }],
      close: () => reservations.stop(),
    };
  },
});
