import type { Context } from '../platform/context.ts';
import type { Problem } from '../platform/graphql/schema/problem.ts';
import type { ReadArguments } from './action-check.ts';
import type { PublishAction } from './publish-action.ts';
import type { PublishRequest } from './publish-request.entity.ts';

export interface FilingOptions {
  /** The same key with the same action gives the same request. */
  readonly idempotencyKey?: string | null;
}

/** What other features ask of publishing. */
export interface PublishingApi {
  /**
   * Asks people whether this may be done, for whoever the context is, and answers at once. What is wrong with it comes back as a
   * problem, and nothing is filed then.
   * @throws Refusal for who may not ask, or not so often
   */
  file(ctx: Context, action: PublishAction, options?: FilingOptions): Promise<PublishRequest | Problem>;
  /** Arguments of a tool as they were written, read so that nobody can see another thing in them. */
  readArguments(text: string): ReadArguments;
  /** One that the caller may see; null where there is none. */
  find(ctx: Context, id: string): Promise<PublishRequest | null>;
}
