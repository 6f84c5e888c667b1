import { defineFeature } from '../feature.ts';
import { Customer } from './customer.entity.ts';
import { CHANGES_ACCOUNTS } from './customer.events.ts';
import { customerNames } from './customer.names.ts';
import { CustomerKey } from './customer-key.entity.ts';
import { CustomerKeyAuthenticator } from './customer-key-authenticator.ts';
import type { CustomersApi } from './customers-api.ts';
import { KnownAccounts } from './known-accounts.ts';
import { KnownMoney } from './money/known-money.ts';
import { ReservationRow, UsagePeriod } from './money/money.entity.ts';
import { Reservations } from './money/reservations.ts';
import { everyHalfMinute } from './money/sweeper.ts';
import { payerOf } from './payer.ts';

export * from './customers-api.ts';
export { Plan } from './plan.ts';

/** Who pays: customers, their plans and keys, and the money that is set aside and spent. */
export const customers = defineFeature({
  name: 'customers',
  names: customerNames,
  entities: [Customer, CustomerKey, UsagePeriod, ReservationRow],
  compose(platform) {
    const { database, clock, live } = platform;
    const known = new KnownAccounts(database);
    const money = new KnownMoney(database);
    const reservations = new Reservations(database, clock);
    const forget = () => {
      known.forgetAll();
      money.forgetAll();
    };
    for (const type of CHANGES_ACCOUNTS) live.hear(type, forget);
    const api: CustomersApi = {
      accountOf: ({ principal }) => payerOf(known, principal),
      moneyOf: (accountId) => money.of(accountId),
      async reserve(reservation) {
        const reserved = await reservations.reserve(reservation);
        if (reserved.money) money.learn(reservation.accountId, reserved.money);
        return reserved;
      },
      underWay: (ctx, runId) => reservations.underWay(ctx, runId),
      allUnderWay: (ctx, filter) => reservations.allUnderWay(ctx, filter),
      settleFunction: 'settle_usage',
      sweep: (ctx, ended) => reservations.sweep(ctx, ended),
      sweeper: (ended) =>
        everyHalfMinute(platform, 'calls that nobody settles', (ctx) => reservations.sweep(ctx, ended)),
    };
    return {
      api,
      authenticators: [new CustomerKeyAuthenticator(known)],
      close: () => reservations.stop(),
    };
  },
});
