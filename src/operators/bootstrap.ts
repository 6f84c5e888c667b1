import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { ReadCache } from '../platform/database/read-cache.ts';
import { REGISTRY } from '../platform/registry.ts';
import { areRolesVacantNow, readRolesAreVacant } from './operator.sql.ts';

/** Longest time until the first approver is noticed if the event about it is lost. */
const MAX_AGE_MS = 1_000;

const deciding = () => [...REGISTRY.permissions.get('approvals:decide')!.roles];

/** Knows whether the admin token can decide approvals: it can while no enabled operator has that permission. */
export class Bootstrap {
  readonly #known: ReadCache<{ mayDecide: boolean }>;

  constructor(database: Database) {
    this.#known = new ReadCache({
      async read() {
        return { mayDecide: await readRolesAreVacant(database, deciding()) };
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

/** True if the admin token can decide approvals. Reads the current value in the transaction of a decision. */
export function mayBootstrapDecideNow(em: EntityManager): Promise<boolean> {
  return areRolesVacantNow(em, deciding());
}
