import type { EntityManager } from '@mikro-orm/postgresql';
import type { Viewer } from '../auth/viewer.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../observability/logger.ts';

/**
 * What one request or one job carries along. Knows no feature. The `em` is lazy: most hot reads never touch the unit of work,
 * and a fork that nobody uses costs more than the read's own bookkeeping. Fields are `private` and not `#private`, because
 * Apollo copies the context of each operation property by property.
 */
export class RequestContext {
  /** What a compiled read met; the ordinary executor throws it again instead of trying once more. */
  failure: unknown;
  private forkedEm: EntityManager | undefined;
  private readonly loaders = new Map<object, unknown>();

  constructor(
    readonly database: Database,
    readonly viewer: Viewer,
    readonly requestId: string,
    readonly logger: Logger,
    readonly signal: AbortSignal,
    private readonly addressOf: () => string,
  ) {}

  /** Where the request comes from, as far as proxies can be trusted to tell. Most never ask. */
  get address(): string {
    return this.addressOf();
  }

  /** The unit of work of this request. */
  get em(): EntityManager {
    this.forkedEm ??= this.database.orm.em.fork();
    return this.forkedEm;
  }

  /** One loader for each `make`, for the life of the request: what asks it in the same tick shares a query. */
  loader<T>(make: (context: RequestContext) => T): T {
    let loader = this.loaders.get(make) as T | undefined;
    if (!loader) {
      loader = make(this);
      this.loaders.set(make, loader);
    }
    return loader;
  }
}
