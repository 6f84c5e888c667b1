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
import { type Pooler, throughPooler } from './through-pooler.ts';

/** An SQL statement with a constant text, so that each connection plans it once. */
export interface PreparedStatement {
  /**
   * Name of the prepared statement, at most 63 characters. One name must always have the same text. Undefined for a statement
   * that isn't kept by the connection.
   */
  name: string | undefined;
  text: string;
}

/** Values of a row in PostgreSQL's text format. */
export type TextRow = readonly (string | null)[];

export interface TextRows {
  rows: readonly TextRow[];
  /** Type of each column: its number in `pg_type`. */
  types: readonly number[];
}

/** The database: the ORM for changes, and its connection pool for fast reads. */
export class Database {
  readonly orm: MikroORM;
  readonly #pool: Pool;
  readonly #presence: DatabasePresence;
  /** Replica for reads that may lag. Null without a replica, and for the connections to the replica itself. */
  replica: LaggingReads | null = null;
  /** True for connections to a read replica. */
  readonly isReplica: boolean;
  readonly #retried: typeof retriedOnLock;
  #pooler: Pooler | null = null;

  private constructor(orm: MikroORM, pool: Pool, presence: DatabasePresence, { isReplica }: { isReplica: boolean }) {
    this.orm = orm;
    this.#pool = pool;
    this.#presence = presence;
    this.isReplica = isReplica;
    this.#retried = retriesOf(isReplica);
  }

  /**
   * Opens the database without connecting, so that the service can start before its database. A missing database is noticed at
   * the first query.
   * @param isReplica true if a failed read is repeated on the primary, not here
   */
  static async open(options: Options, { isReplica = false } = {}): Promise<Database> {
    const orm = await openOrm(options);
    const pool = await (orm.em.getConnection() as PostgreSqlConnection).getNativeClient();
    const presence = new DatabasePresence(pool);
    watchConnections(pool, retriesOf(isReplica));
    distinguishBusyFromDown(pool, presence);
    passOnConnections(pool);
    return new Database(orm, pool, presence, { isReplica });
  }

  /** Adapts new connections and statements to a connection pooler. Must be called before the first statement. */
  adaptTo(pooler: Pooler | null): void {
    this.#pooler = pooler;
    const { options } = this.#pool;
    for (const name of Object.keys(options) as (keyof PoolConfig)[]) {
      if (!(name in this.adapted(options))) delete options[name as keyof typeof options];
    }
  }

  /** Options of a connection as the connection pooler accepts them, if there is one. */
  adapted<Config extends PoolConfig>(config: Config): Config {
    return throughPooler(config, this.#pooler);
  }

  /** Name of a statement. A pooler in transaction mode runs it on server connections that don't know the name. */
  #nameOf({ name }: PreparedStatement): string | undefined {
    return this.#pooler?.isTransactional ? undefined : name;
  }

  /**
   * Runs a prepared statement outside the unit of work and returns the columns of its first row, if any. For frequent reads,
   * where Kysely and the ORM take longer to handle the result than PostgreSQL takes to read it.
   */
  async readRow<Row extends unknown[]>(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<Row | undefined> {
    countStatement(statement.text);
    const { rows } = await traced(statement, () =>
      this.#retried(() =>
        this.#pool.query<Row>({
          name: this.#nameOf(statement),
          text: statement.text,
          values: values as unknown[],
          rowMode: 'array',
        }),
      ),
    );
    return rows[0];
  }

  /** Runs a prepared statement outside the unit of work and returns the first column of its first row. */
  async readValue<T>(statement: PreparedStatement, values: readonly unknown[]): Promise<T> {
    return (await this.readRow<[T]>(statement, values))?.[0] as T;
  }

  /** Runs a prepared statement outside the unit of work and returns its rows as text. */
  async readRows(statement: PreparedStatement, values: readonly unknown[]): Promise<TextRows> {
    countStatement(statement.text);
    const { rows, fields } = await traced(statement, () =>
      this.#retried(() =>
        this.#pool.query<(string | null)[]>({
          name: this.#nameOf(statement),
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
   * Runs `work` in its own transaction. After a deadlock or a lock timeout, `work` runs again, so all its effects must go through
   * the given entity manager.
   */
  transactional<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    return retriedOnLock(() => this.orm.em.fork().transactional((em) => work(em as EntityManager)));
  }

  /** Numbers of connections of the pool, and of requests that wait for one. */
  get use(): PoolUse {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max };
  }

  /** True if a connection of the pool is free. Otherwise, a probe that reads would only measure the wait for a connection. */
  get hasConnection(): boolean {
    const { idle, used, max } = this.use;
    return idle > 0 || used < max;
  }

  /** Health check. @throws if the database isn't available or is read-only: a replica, or configured so */
  async probe(): Promise<void> {
    // If all connections are in use, a separate connection is used.
    const takesNoWrites = this.hasConnection ? isReadOnly(this.#pool) : this.#presence.ask();
    if (await takesNoWrites) throw new Error('The database is read-only.');
  }

  async close(): Promise<void> {
    await this.replica?.close();
    await this.orm.close(true);
    // Kysely, through which the ORM closes the pool, leaves it open if it never sent a statement itself.
    if (!this.#pool.ending) await this.#pool.end();
  }
}

/** Reads that may lag behind, on a read replica. */
export interface LaggingReads {
  /** Runs a read for a caller, on the replica if possible. `read` can run twice. */
  read<T>(caller: string, read: (database: Database) => Promise<T>): Promise<T>;
  /** Callers that wrote recently, who read from the primary. */
  readonly writers: { add(caller: string): Promise<void> };
  /** @throws ConfigError if the replica belongs to another database */
  assertFits(): Promise<void>;
  /** Health probe. @throws if the replica isn't read, with the reason */
  probe(): Promise<void>;
  close(): Promise<void>;
}

export interface PoolUse {
  used: number;
  idle: number;
  waiting: number;
  max: number;
}

/**
 * Records the query as a span of its caller's trace. The span has only the name of the statement, because parameters can be
 * private.
 */
function traced<T>({ name }: PreparedStatement, query: () => Promise<T>): Promise<T> {
  if (name === undefined || !isTraced()) return query();
  return inSpan(name, STATEMENT_SPAN, query);
}

const STATEMENT_SPAN = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };

const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** How statements are repeated after a conflict with another transaction. At a replica, they conflict with replayed changes. */
const retriesOf = (isReplica: boolean): typeof retriedOnLock => (isReplica ? (work) => work() : retriedOnLock);

/**
 * Protects the pool when connections are lost in use. After a failed ROLLBACK, a transaction never returns its connection, which
 * would occupy the pool forever. After a timeout, the statement and its transaction continue on the server, and the next user of
 * the connection would commit them.
 */
function watchConnections(pool: Pool, retried: typeof retriedOnLock): void {
  pool.on('connect', (client) => {
    client.once('end', () => setTimeout(() => giveBack(client), GIVE_BACK_AFTER_MS).unref());
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      // Calls with a callback come from the pool, on behalf of the connection's previous user. Their statements were counted
      // before.
      if (typeof args.at(-1) !== 'function') countStatement(textOf(args[0]));
      const ask = () => {
        const result = query(...args);
        if (result instanceof Promise) result.catch((error) => endAfterTimeout(client, error));
        return result;
      };
      // Inside a transaction a single statement can't be retried: the whole transaction must be repeated. Calls with a callback
      // come from the pool itself.
      const isAlone = client.getTransactionStatus() === IDLE && !OF_TRANSACTION.test(textOf(args[0]));
      return isAlone && !isStream(args) ? retried(ask as () => Promise<unknown>) : ask();
    }) as typeof client.query;
  });
}

/**
 * Returns a connection to the pool if its request has reached its limit of statements, before a transaction is opened only to be
 * rolled back.
 */
function passOnConnections(pool: Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<PoolClient>;
  pool.connect = (async (callback?: unknown) => {
    // Calls with a callback come from the pool itself, for statements that were counted before.
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

/** The pool's error message if no connection became free in time, for any reason. */
const NONE_IN_TIME = 'timeout exceeded when trying to connect';

/**
 * Replaces the pool's timeout error by one for a busy pool or one for an unavailable database, because an operator must know
 * which it is.
 */
function distinguishBusyFromDown(pool: Pool, presence: DatabasePresence): void {
  const connect = pool.connect.bind(pool) as {
    (): Promise<PoolClient>;
    (callback: (error: unknown, ...rest: unknown[]) => void): void;
  };
  const explained = async (error: unknown) => {
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
        if (error) void explained(error).then((better) => callback(better, ...rest));
        else callback(error, ...rest);
      });
    }
    return connect().catch(async (error) => {
      throw await explained(error);
    });
  }) as typeof pool.connect;
}

/** Milliseconds for which the result of a check is shared. Under overload many requests ask at once. */
const PRESENCE_MS = 1_000;
const PRESENCE_PATIENCE_MS = 5_000;

/** Checks whether the database is available, over a connection that isn't from the pool. */
class DatabasePresence {
  readonly #pool: Pool;
  #asked = Number.NEGATIVE_INFINITY;
  #answer: Promise<boolean> = Promise.resolve(false);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** True if the database is read-only. @throws if it isn't available or refuses the connection */
  ask(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#asked > PRESENCE_MS) {
      this.#asked = now;
      this.#answer = outsideRequests(() => this.#checkNow());
    }
    return this.#answer;
  }

  async #checkNow(): Promise<boolean> {
    const { options } = this.#pool;
    const client = new pg.Client({
      ...options,
      // The password is copied explicitly, because the pool hides it from code that copies or prints its options.
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

/** PostgreSQL's status of a connection outside a transaction. */
const IDLE = 'I';

/** True for calls that return no promise: with a callback, or with a query object such as a stream. */
const isStream = ([query, ...rest]: readonly unknown[]) =>
  typeof rest.at(-1) === 'function' || typeof (query as { submit?: unknown }).submit === 'function';

const textOf = (query: unknown) => (typeof query === 'string' ? query : String((query as { text?: unknown }).text));

/** Time in milliseconds for the user of a lost connection to return it normally, before it is taken back. */
const GIVE_BACK_AFTER_MS = 500;

function giveBack(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // The connection was already returned by its user.
  }
  client.release = () => {};
}

function endAfterTimeout(client: PoolClient, error: unknown): void {
  if (!(error instanceof Error) || error.message !== 'Query read timeout') return;
  void (client as PoolClient & { end(): Promise<void> }).end().catch(() => {});
}

/** Time limits in milliseconds that prevent a frozen or lost database server from holding a request forever. */
export const CONNECTION_LIMITS = {
  connectionTimeoutMillis: 5_000,
  // Longer than a statement of a request should take, and shorter than the time limits of proxies.
  statement_timeout: 15_000,
  query_timeout: 20_000,
  idle_in_transaction_session_timeout: 30_000,
  keepAlive: true,
} satisfies PoolConfig;

/** Shorter limits for a read replica, whose reads are repeated on the primary. */
export const REPLICA_LIMITS = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  query_timeout: 6_000,
} satisfies PoolConfig;

/** Runs SQL with `$1` placeholders in the transaction of `em`, if there is one. Arrays become PostgreSQL arrays. */
export async function sql<Row>(em: EntityManager, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const { rows } = await em.getKysely().executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}
