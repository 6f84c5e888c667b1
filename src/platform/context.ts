import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { internal, isAnonymous, isInternal, type Principal } from './auth/principal.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { retriedOnLock } from './database/lock-retry.ts';
import type { ErrorCode } from './errors/error-codes.ts';
import type { Logger } from './observability/logger.ts';

/** Services of the process that every context has. */
export interface ContextBase {
  database: Database;
  logger: Logger;
  clock: Clock;
}

export interface ContextOptions {
  principal: Principal;
  /** Id of the request. For work outside requests, an id of that work, e.g. of a job. */
  requestId: string;
  /** Aborts when the caller no longer waits for the result. */
  signal: AbortSignal;
  /** Returns the caller's IP address, as far as trusted proxies report it. Absent for internal work. */
  addressOf?: () => string;
  /** Value of the header `Idempotency-Key` of a GraphQL operation. */
  idempotencyKeyHeader?: string | undefined;
  /** Sets a header of the HTTP response. Does nothing if the response was already sent. */
  setHeader?: (header: string, value: string) => void;
}

/**
 * Context of one request, job, upkeep step or command, passed as the first argument to the methods of services. Depends on no
 * feature. `em` is created at first use, because most frequent reads don't need it and creating it costs more than the read.
 * Fields are `private` instead of `#private`, because Apollo copies contexts property by property.
 */
export class Context {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly principal: Principal;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Value of the header `Idempotency-Key`. Undefined if the request has none, and in contexts derived from another context. */
  readonly idempotencyKeyHeader: string | undefined;
  /**
   * Error of a compiled read (a query answered by one SQL statement). The ordinary GraphQL executor throws it instead of
   * repeating the read.
   */
  failure: unknown;
  /** Problems that mutations of this request returned. */
  readonly problems: { code: ErrorCode; message: string }[] = [];
  private readonly addressOf: (() => string) | undefined;
  private readonly headerSetter: ContextOptions['setHeader'];
  private forkedEm: EntityManager | undefined;
  private readonly loaders = new Map<object, unknown>();

  constructor(base: ContextBase, options: ContextOptions, em?: EntityManager) {
    const { principal, requestId, signal, idempotencyKeyHeader, addressOf, setHeader } = options;
    this.database = base.database;
    this.logger = base.logger;
    this.clock = base.clock;
    this.principal = principal;
    this.requestId = requestId;
    this.signal = signal;
    this.idempotencyKeyHeader = idempotencyKeyHeader;
    this.addressOf = addressOf;
    this.headerSetter = setHeader;
    this.forkedEm = em;
  }

  /** IP address of the caller. Empty for internal work. */
  get address(): string {
    return this.addressOf?.() ?? '';
  }

  /** Sets a header of the HTTP response. Does nothing for internal work. */
  setHeader(header: string, value: string): void {
    this.headerSetter?.(header, value);
  }

  /** Entity manager (unit of work) of this context, created at first use. */
  get em(): EntityManager {
    this.forkedEm ??= this.database.orm.em.fork();
    return this.forkedEm;
  }

  /**
   * Runs `work` in one transaction, with a context whose `em` uses that transaction. Commits when `work` resolves, and rolls back
   * when it throws. After a deadlock or lock timeout, `work` runs again, so all its effects must go through that `em`. Never runs
   * again inside another transaction, or if this context has loaded or created entities: they would keep changes of the failed
   * attempt.
   */
  transactional<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    const { em } = this;
    const once = () => em.transactional((inner) => work(this.with(inner as EntityManager)));
    return em.isInTransaction() || holdsEntities(em) ? once() : retriedOnLock(once);
  }

  /**
   * Runs a read whose result may be a few seconds old: a list, a page or a part of an export. Runs it on the read replica. Runs
   * it on the primary without a replica, if the caller wrote recently, in transactions and in internal work. `read` can run twice,
   * and must use only the given database.
   */
  readLagging<T>(read: (database: Database) => Promise<T>): Promise<T> {
    const { replica } = this.database;
    if (!replica || isInternal(this.principal) || this.forkedEm?.isInTransaction()) return read(this.database);
    return replica.read(this.caller, read);
  }

  /** Makes the caller's next lists show what this request writes. Resolves when all processes are notified. Never fails. */
  async noteWrite(): Promise<void> {
    await this.database.replica?.writers.add(this.caller);
  }

  /** Returns a copy with a new entity manager, e.g. to retry after a failure. */
  fork(): Context {
    return this.with(this.database.orm.em.fork());
  }

  /** Returns a copy with all permissions that acts as another actor, for work which that actor requested earlier. */
  asActor(actor: string): Context {
    return this.as({ ...internal(actor), actor });
  }

  /** Returns a copy with another, more specific principal for the same caller. */
  as(principal: Principal): Context {
    const { requestId, signal, addressOf, headerSetter: setHeader } = this;
    return new Context(this, { principal, requestId, signal, addressOf, setHeader }, this.em);
  }

  /** Returns a copy for work that continues after the caller has left, until `signal` aborts. */
  detached(signal: AbortSignal): Context {
    const { principal, requestId, addressOf, headerSetter: setHeader } = this;
    return new Context(this, { principal, requestId, signal, addressOf, setHeader });
  }

  /** Discards loaded entities, unwritten changes and data loaders. Called before each mutation of a request. */
  reset(): void {
    this.forkedEm = undefined;
    for (const [make, loader] of this.loaders) if (loader instanceof DataLoader) this.loaders.delete(make);
  }

  /**
   * Returns what `make` creates, once per context. Usually this is a data loader, whose calls in the same tick share one query.
   */
  loader<T>(make: (context: Context) => T): T {
    let loader = this.loaders.get(make) as T | undefined;
    if (!loader) {
      loader = make(this);
      this.loaders.set(make, loader);
    }
    return loader;
  }

  /** Name under which the caller's writes are remembered. */
  private get caller(): string {
    return isAnonymous(this.principal) ? `anonymous ${this.address}` : this.principal.actor;
  }

  private with(em: EntityManager): Context {
    const { principal, requestId, signal, addressOf, headerSetter: setHeader } = this;
    return new Context(this, { principal, requestId, signal, addressOf, setHeader }, em);
  }
}

function holdsEntities(em: EntityManager): boolean {
  const unit = em.getUnitOfWork();
  return unit.getIdentityMap().keys().length > 0 || unit.getPersistStack().size > 0 || unit.getRemoveStack().size > 0;
}
