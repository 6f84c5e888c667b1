import { internal, type Principal } from '../../src/platform/auth/principal.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { Context, type ContextBase } from '../../src/platform/context.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';

/** What contexts on this database are made of. */
export function contextBase(database: Database): ContextBase {
  return { database, logger: createLogger('silent'), clock: systemClock };
}

/** A context outside any request; by default the service's own. */
export function contextOn(database: Database, principal: Principal = internal('test')): Context {
  return new Context(contextBase(database), { principal, requestId: 'test', signal: new AbortController().signal });
}
