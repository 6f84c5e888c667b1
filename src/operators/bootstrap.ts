import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../platform/database/database.ts';
import { Remembered } from '../platform/database/remembered.ts';
import { NAMES } from '../platform/names.ts';

/** How long it may take until it is known that there is somebody, where nothing is heard of it. */
const MAX_AGE_MS = 1_000;

const DECIDERS = 'exists (select from operator where roles && $1::text[] and disabled_at is null)';
const deciding = () => [...NAMES.permissions.get('approvals:decide')!.roles];

/** Whether the admin token may decide approvals: only until there is an operator who can. */
export class Bootstrap {
  readonly #known: Remembered<{ mayDecide: boolean }>;

  constructor(database: Database) {
    this.#known = new Remembered({
      async read() {
        const text = `select not ${DECIDERS}`;
        return { mayDecide: await database.readValue<boolean>({ name: 'bootstrap_may_decide', text }, [deciding()]) };
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
export async function mayBootstrapDecideNow(em: EntityManager): Promise<boolean> {
  const [row] = await sql<{ may: boolean }>(em, `select not ${DECIDERS} as may`, [deciding()]);
  return row!.may;
}
