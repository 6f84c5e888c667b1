import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { internal, type Principal } from './auth/principal.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { retriedOnLock } from './database/lock-retry.ts';
import type { ErrorCode } from './errors/error-codes.ts';
import type { Logger } from './observability/logger.ts';

/** What every context has of the process it lives in. */
export interface ContextBase {
  database: Database;
  logger: Logger;
  clock: Clock;
}

/** What one context has of its own. */
export interface ContextOptions {
  principal: Principal;
  /** Of a request; what else does work names itself, e.g. by the id of a job. */
  requestId: string;
  /** Aborts when nobody waits for the outcome any more. */
  signal: AbortSignal;
  /** Where the request comes from, as far as proxies can be trusted to tell; left out for work of our own. */
  addressOf?: () => string;
  /** The header `Idempotency-Key` of an operation of GraphQL, as it was sent. */
  idempotencyKeyHeader?: string | undefined;
  /** Puts a header into the answer, while there is still one to come. */
  setHeader?: (header: string, value: string) => void;
}

/**
 * What one request, job, upkeep step or command carries along: the first parameter of every service. Knows no feature. The
 * `em` is lazy: most hot reads never touch the unit of work, and a fork that nobody uses costs more than the read's own
 * bookkeeping. Fields are `private` and not `#private`, because Apollo copies the context of each operation property by
 * property.
 */
export class Context {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly principal: Principal;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** The header `Idempotency-Key`, for the one mutation of an operation. Contexts that are derived from this one don't have it. */
  readonly idempotencyKeyHeader: string | undefined;
  /** What a compiled read met; the ordinary executor throws it again instead of trying once more. */
  failure: unknown;
  /** Problems that mutations have answered with. */
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

  /** Where the request comes from; empty for work of our own. Most never ask. */
  get address(): string {
    return this.addressOf?.() ?? '';
  }

  /** Says something in a header of the answer; work of our own has none. */
  setHeader(header: string, value: string): void {
    this.headerSetter?.(header, value);
  }

  /** The unit of work. */
  get em(): EntityManager {
    this.forkedEm ??= this.database.orm.em.fork();
    return this.forkedEm;
  }

  /**
   * Runs `work` in one transaction, on a context whose `em` is in it: committed when it resolves, undone when it throws. After a
   * deadlock or a lock timeout it is run again, so it has to do all that it does by that `em`. It is not run again inside of
   * another transaction, which is undone as well, nor where entities were read or made before it: they keep what the first
   * attempt has changed, and the second would not write it.
   */
  transactional<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    const { em } = this;
    const once = () => em.transactional((inner) => work(this.with(inner as EntityManager)));
    return em.isInTransaction() || holdsEntities(em) ? once() : retriedOnLock(once);
  }

  /** The same options on a unit of work of its own, e.g. to try again after one that failed. */
  fork(): Context {
    return this.with(this.database.orm.em.fork());
  }

  /** The same options and unit of work for somebody else, in whose name something is done that they have asked for before. */
  asActor(actor: string): Context {
    return this.as({ ...internal(actor), actor });
  }

  /** The same options, for a principal that is known more exactly. */
  as(principal: Principal): Context {
    const { requestId, signal, addressOf, headerSetter: setHeader } = this;
    return new Context(this, { principal, requestId, signal, addressOf, setHeader }, this.em);
  }

  /** The same options for work that goes on when nobody waits for it any more: until `signal` aborts. */
  detached(signal: AbortSignal): Context {
    const { principal, requestId, addressOf, headerSetter: setHeader } = this;
    return new Context(this, { principal, requestId, signal, addressOf, setHeader });
  }

  /** Lets go of all that was read, and of what was changed and not written: between one deed and the next. */
  reset(): void {
    this.forkedEm = undefined;
    for (const [make, loader] of this.loaders) if (loader instanceof DataLoader) this.loaders.delete(make);
  }

  /** One loader for each `make`, for the life of the context: what asks it in the same tick shares a query. */
  loader<T>(make: (context: Context) => T): T {
    let loader = this.loaders.get(make) as T | undefined;
    if (!loader) {
      loader = make(this);
      this.loaders.set(make, loader);
    }
    return loader;
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
