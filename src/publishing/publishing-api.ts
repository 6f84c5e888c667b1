import type { Context } from '../platform/context.ts';
import type { Problem } from '../platform/graphql/schema/problem.ts';
import type { ReadArguments } from './action-check.ts';
import type { PublishAction } from './publish-action.ts';
import type { PublishRequest } from './publish-request.entity.ts';

export interface FilingOptions {
  /** Repeating the same action with the same key returns the same request. */
  readonly idempotencyKey?: string | null;
}

/** Interface for other features. */
export interface PublishingApi {
  /**
   * Files an action for approval on behalf of the caller and returns at once. Problems of the action are returned, and nothing is
   * filed then.
   * @throws Refusal if the caller lacks the permission or exceeds the limit
   */
  file(ctx: Context, action: PublishAction, options?: FilingOptions): Promise<PublishRequest | Problem>;
  /** Parses arguments of a tool and refuses those that readers could understand differently. */
  readArguments(text: string): ReadArguments;
  /** Finds a request that the caller can see. Null otherwise. */
  find(ctx: Context, id: string): Promise<PublishRequest | null>;
}
