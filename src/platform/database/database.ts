import type { EntityManager, MikroORM, Options, PostgreSqlConnection } from '@mikro-orm/postgresql';
import { SpanKind } from '@opentelemetry/api';
import { CompiledQuery } from 'kysely';
import pg, { type Pool, type PoolClient, type PoolConfig } from 'pg';
import { isDatabaseBusy, NoFreeConnection } from '../errors/errors.ts';
import { assertStatementsLeft, countStatement, outsideRequests } from '../request-scope.ts';
import { inSpan, isTraced } from '../telemetry/spans.ts';
import { retriedOnLock } from './lock-retry.ts';
import { openOrm } from './open-orm.ts';
import { isReadOnly } from './server.sql.ts';
import { OF_TRANSACTION } from './statements.ts';

/** A statement whose text never changes, so that each connection plans it once. */
export interface PreparedStatement {
  /** At most 63 characters; the same name must always mean the same text. Without one, nothing is kept of it. */
  name: string | undefined;
  text: string;
}

/** A row in PostgreSQL's own text form. */
export type TextRow = readonly (string | null)[];

export interface TextRows {
  rows: readonly TextRow[];
  /** The type of each column, as numbered in `pg_type`. */
  types: readonly number[];
}

/** The ORM for changing things and the pool beneath it for reading fast. */
export class Database {
  readonly orm: MikroORM;
  readonly #pool: Pool;
  readonly #presence: DatabasePresence;

  private constructor(orm: MikroORM, pool: Pool, presence: DatabasePresence) {
    this.orm = orm;
    this.#pool = pool;
    this.#presence = presence;
  }

  /** Connects lazily: a database that is away shows at the first query, so a service can start before its database. */
  static async open(options: Options): Promise<Database> {
    const orm = await openOrm(options);
    const pool = await (orm.em.getConnection() as PostgreSqlConnection).getNativeClient();
    const presence = new DatabasePresence(pool);
    watchConnections(pool);
    tellBusyFromAway(pool, presence);
    keepFromWhoHadEnough(pool);
    return new Database(orm, pool, presence);
  }

  /**
   * Runs a prepared statement outside the unit of work and gives the columns of its first row, if there is one.
   * Hot reads go this way: Kysely's and the ORM's result handling cost more there than the rows are worth.
   */
  async readRow<Row extends unknown[]>(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<Row | undefined> {
    countStatement(statement.text);
    const { rows } = await traced(statement, () =>
      retriedOnLock(() =>
        this.#pool.query<Row>({
          name: statement.name,
          text: statement.text,
          values: values as unknown[],
          rowMode: 'array',
        }),
      ),
    );
    return rows[0];
  }

  /** The first column of that row. */
  async readValue<T>(statement: PreparedStatement, values: readonly unknown[]): Promise<T> {
    return (await this.readRow<[T]>(statement, values))?.[0] as T;
  }

  /** Runs a prepared statement outside the unit of work, too, and gives its rows as they came, for who writes them on as text. */
  async readRows(statement: PreparedStatement, values: readonly unknown[]): Promise<TextRows> {
    countStatement(statement.text);
    const { rows, fields } = await traced(statement, () =>
      retriedOnLock(() =>
        this.#pool.query<(string | null)[]>({
          name: statement.name,
          text: statement.text,
          values: values as unknown[],
          rowMode: 'array',
          types: AS_TEXT,
        }),
      ),
    );
    return { rows, types: fields.map((field) => field.dataTypeID) };
  }

  /**
   * Runs `work` in a transaction of its own, and again after a deadlock or a lock timeout: it has to do all that it does by the
   * entity manager that it is given.
   */
  transactional<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    return retriedOnLock(() => this.orm.em.fork().transactional((em) => work(em as EntityManager)));
  }

  /** The connections of the pool, and who waits for one. */
  get use(): PoolUse {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max };
  }

  /** One round trip to the server. @throws when it is away, or takes no writes: a replica, or set to be read only. */
  async probe(): Promise<void> {
    const { idle, used, max } = this.use;
    // Where all are in use, to wait for one would only tell how long the queue is.
    const takesNoWrites = idle === 0 && used >= max ? this.#presence.ask() : isReadOnly(this.#pool);
    if (await takesNoWrites) throw new Error('The database can only be read.');
  }

  async close(): Promise<void> {
    await this.orm.close(true);
  }
}

export interface PoolUse {
  used: number;
  idle: number;
  waiting: number;
  max: number;
}

/** As a part of what asks for it, where that is traced. By name only: what it is asked with is nobody's business. */
function traced<T>({ name }: PreparedStatement, query: () => Promise<T>): Promise<T> {
  if (name === undefined || !isTraced()) return query();
  return inSpan(name, STATEMENT_SPAN, query);
}

const STATEMENT_SPAN = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };

const AS_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * Keeps the pool whole when connections are lost in use. A transaction whose ROLLBACK fails as well never gives its
 * connection back, and a statement that is given up goes on at the server, with its transaction: without this, the first
 * would take a place in the pool for ever, and the second would be committed by whoever got that connection next.
 */
function watchConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    client.once('end', () => setTimeout(() => giveBack(client), GIVE_BACK_AFTER_MS).unref());
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      // What the pool sends by itself comes with a callback, in the name of whoever gave the connection back: that was
      // counted where it was asked.
      if (typeof args.at(-1) !== 'function') countStatement(textOf(args[0]));
      const ask = () => {
        const result = query(...args);
        if (result instanceof Promise) result.catch((error) => endIfGivenUp(client, error));
        return result;
      };
      // In a transaction it is the transaction that has to be run again. What comes with a callback is of the pool itself.
      const isAlone = client.getTransactionStatus() === IDLE && !OF_TRANSACTION.test(textOf(args[0]));
      return isAlone && !isStream(args) ? retriedOnLock(ask as () => Promise<unknown>) : ask();
    }) as typeof client.query;
  });
}

/**
 * Who has waited for a connection and may not send anything any more gives it to the next, before a transaction is begun on it
 * only to be undone.
 */
function keepFromWhoHadEnough(pool: Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<PoolClient>;
  pool.connect = (async (callback?: unknown) => {
    // Of the pool itself, for what was counted when it was asked.
    if (callback) return connect(callback);
    const client = await connect();
    try {
      assertStatementsLeft();
    } catch (error) {
      client.release();
      throw error;
    }
    return client;
  }) as typeof pool.connect;
}

/** What the pool says when nobody has given a connection back in time, whatever the reason. */
const NONE_IN_TIME = 'timeout exceeded when trying to connect';

/**
 * Who waits for a connection in vain waits for those who have one. That the database is away is another matter, and whoever is
 * to mend it has to know which it is.
 */
function tellBusyFromAway(pool: Pool, presence: DatabasePresence): void {
  const connect = pool.connect.bind(pool) as {
    (): Promise<PoolClient>;
    (callback: (error: unknown, ...rest: unknown[]) => void): void;
  };
  const told = async (error: unknown) => {
    if (!(error instanceof Error) || error.message !== NONE_IN_TIME) return error;
    const isThere = await presence.ask().then(
      () => true,
      (cause) => isDatabaseBusy(cause),
    );
    return isThere ? new NoFreeConnection({ cause: error }) : error;
  };
  pool.connect = ((callback?: (error: unknown, ...rest: unknown[]) => void) => {
    if (callback) {
      return connect((error, ...rest) => {
        if (error) void told(error).then((better) => callback(better, ...rest));
        else callback(error, ...rest);
      });
    }
    return connect().catch(async (error) => {
      throw await told(error);
    });
  }) as typeof pool.connect;
}

/** How long one answer holds for everybody: under overload many ask at once. */
const PRESENCE_MS = 1_000;
const PRESENCE_PATIENCE_MS = 5_000;

/** Whether the database is there, asked over a connection that is none of the pool's. */
class DatabasePresence {
  readonly #pool: Pool;
  #asked = Number.NEGATIVE_INFINITY;
  #answer: Promise<boolean> = Promise.resolve(false);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Whether it can only be read. @throws when it is away, or lets nobody in. */
  ask(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#asked > PRESENCE_MS) {
      this.#asked = now;
      this.#answer = outsideRequests(() => this.#askNow());
    }
    return this.#answer;
  }

  async #askNow(): Promise<boolean> {
    const { options } = this.#pool;
    const client = new pg.Client({
      ...options,
      // The pool hides it from those who copy or print its options.
      password: options.password,
      application_name: 'imprimatur-presence',
      connectionTimeoutMillis: PRESENCE_PATIENCE_MS,
      query_timeout: PRESENCE_PATIENCE_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return await isReadOnly(client);
    } finally {
      void client.end().catch(() => {});
    }
  }
}

/** What PostgreSQL says of a connection that is in no transaction. */
const IDLE = 'I';

/** What gives no promise. */
const isStream = ([query, ...rest]: readonly unknown[]) =>
  typeof rest.at(-1) === 'function' || typeof (query as { submit?: unknown }).submit === 'function';

const textOf = (query: unknown) => (typeof query === 'string' ? query : String((query as { text?: unknown }).text));

/** Whoever holds a lost connection hears of it first, and may give it back in the ordinary way. */
const GIVE_BACK_AFTER_MS = 500;

function giveBack(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It was given back already.
  }
  client.release = () => {};
}

function endIfGivenUp(client: PoolClient, error: unknown): void {
  if (!(error instanceof Error) || error.message !== 'Query read timeout') return;
  void (client as PoolClient & { end(): Promise<void> }).end().catch(() => {});
}

/** Connection settings that keep a frozen or lost server from holding a request for ever. Times in milliseconds. */
export const CONNECTION_LIMITS = {
  connectionTimeoutMillis: 5_000,
  // Above the longest statement of a request, below the patience of the proxies in front of us.
  statement_timeout: 15_000,
  query_timeout: 20_000,
  idle_in_transaction_session_timeout: 30_000,
  keepAlive: true,
} satisfies PoolConfig;

/** Runs SQL with `$1` placeholders in the transaction of `em`, if it is in one. Arrays go in as PostgreSQL arrays. */
export async function sql<Row>(em: EntityManager, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const { rows } = await em.getKysely().executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}
