import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { Remembered } from '../platform/database/remembered.ts';
import { NAMES } from '../platform/names.ts';
import { areRolesVacantNow, readRolesAreVacant } from './operator.sql.ts';

/** How long it may take until it is known that there is somebody, where nothing is heard of it. */
const MAX_AGE_MS = 1_000;

const deciding = () => [...NAMES.permissions.get('approvals:decide')!.roles];

/** Whether the admin token may decide approvals: only until there is an operator who can. */
export class Bootstrap {
  readonly #known: Remembered<{ mayDecide: boolean }>;

  constructor(database: Database) {
    this.#known = new Remembered({
      async read() {
        return { mayDecide: await readRolesAreVacant(database, deciding()) };
      },
      maxAgeMs: MAX_AGE_MS,
      most: 1,
    });
  }

  /** As it was at most a second ago. */
  async mayDecide(): Promise<boolean> {
    return (await this.#known.get(''))!.mayDecide;
  }

  forget(): void {
    this.#known.forgetAll();
  }
}

/** The same as it is now, in a transaction that decides. */
export function mayBootstrapDecideNow(em: EntityManager): Promise<boolean> {
  return areRolesVacantNow(em, deciding());
}
