import { ConfigError } from '../config/config.ts';
import { OperatorVisibleError } from '../health/probe.ts';
import { type Database, sql } from './database.ts';
import type { Excess } from './service-privileges.sql.ts';
import { excessSentence, findExcess } from './service-privileges.ts';
import type { TablePrivileges } from './table-privileges.ts';

/** Interval for reading the privileges. Health and metrics are polled every few seconds, and privileges change rarely. */
const READ_EVERY_MS = 60_000;

/** Advice for operators whose service works with an account that can do more than it needs. Ends without a period. */
export const SEPARATE_ACCOUNTS =
  'Use separate accounts for DATABASE_URL and DATABASE_OWNER_URL, as docs/database.md says';

/** Powers of the service's database account over its tables that the service doesn't need. */
export class AccountPowers {
  readonly #database: Database;
  readonly #tables: TablePrivileges;
  #reading: Promise<Excess> | undefined;
  #readAt = 0;

  constructor(database: Database, tables: TablePrivileges) {
    this.#database = database;
    this.#tables = tables;
  }

  /** Reads the powers, at most once a minute. */
  excess(): Promise<Excess> {
    const now = performance.now();
    if (!this.#reading || now - this.#readAt >= READ_EVERY_MS) {
      this.#readAt = now;
      this.#reading = excessOf(this.#database, this.#tables);
      this.#reading.catch(() => {
        this.#reading = undefined;
      });
    }
    return this.#reading;
  }

  /** Sentence about the powers. Null if there are none. */
  async sentence(): Promise<string | null> {
    return excessSentence(await this.excess());
  }

  /** Health probe. @throws OperatorVisibleError while the account has powers that it doesn't need */
  async probe(): Promise<void> {
    const sentence = await this.sentence();
    // The error has no stack, because a stack would always point to this line.
    if (sentence !== null) {
      throw Object.assign(new OperatorVisibleError(`${sentence}. ${SEPARATE_ACCOUNTS}.`), { stack: '' });
    }
  }
}

/**
 * Checks that the account of a command owns the tables.
 * @throws ConfigError if it doesn't
 */
export async function assertOwner(database: Database, tables: TablePrivileges): Promise<void> {
  const { account, isOwner, isSuperuser } = await excessOf(database, tables);
  if (isOwner || isSuperuser) return;
  throw new ConfigError([
    `DATABASE_OWNER_URL: this command needs it, because the account ${account} of DATABASE_URL may not make its changes. Set it to the account that owns the tables.`,
  ]);
}

function excessOf({ orm }: Database, tables: TablePrivileges): Promise<Excess> {
  return findExcess((text, values) => sql<object>(orm.em.fork(), text, values), tables);
}
