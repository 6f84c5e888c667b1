import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { ReadCache } from '../platform/database/read-cache.ts';
import { REGISTRY } from '../platform/registry.ts';
import { readAccounts } from './codes/account.sql.ts';
import type { Accounts } from './codes/accounts.ts';
import { areRolesVacantNow } from './operator.sql.ts';

/** Longest time until the first approver is noticed if the event about it is lost. */
const MAX_AGE_MS = 1_000;
const BATCH = 100;

const deciding = () => [...REGISTRY.permissions.get('approvals:decide')!.roles];

/** Knows whether the admin token can decide approvals: it can while no enabled operator has that permission. */
export class Bootstrap {
  readonly #known: ReadCache<{ mayDecide: boolean }>;

  constructor(database: Database, accounts: Accounts) {
    this.#known = new ReadCache({
      async read() {
        return { mayDecide: await mayBootstrapDecideNow(database.orm.em.fork(), accounts) };
      },
      maxAgeMs: MAX_AGE_MS,
      most: 1,
    });
  }

  /** True if the admin token can decide approvals. The value is at most a second old. */
  async mayDecide(): Promise<boolean> {
    return (await this.#known.get(''))!.mayDecide;
  }

  forget(): void {
    this.#known.forgetAll();
  }
}

/**
 * True if the admin token can decide approvals. Reads the current value in the transaction of a decision. An operator who was
 * changed outside of the service counts as one who can decide, so that taking roles away in the database changes nothing.
 */
export async function mayBootstrapDecideNow(em: EntityManager, accounts: Accounts): Promise<boolean> {
  if (!(await areRolesVacantNow(em, deciding()))) return false;
  for (let after = ''; ; ) {
    const stored = await readAccounts(em, after, BATCH);
    if (!stored.every((one) => accounts.isProven(one))) return false;
    if (stored.length < BATCH) return true;
    after = stored.at(-1)!.account.id;
  }
}
