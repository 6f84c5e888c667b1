import type { Context } from '../platform/context.ts';
import type { Problem } from '../platform/graphql/schema/problem.ts';
import type { ReadArguments } from './action-check.ts';
import type { PublishAction } from './publish-action.ts';
import type { PublishRequest } from './publish-request.entity.ts';

export interface FilingOptions {
  /** A repeated call with the same action and the same key returns the existing request. */
  readonly idempotencyKey?: string | null;
}

/** API of publish requests for other features. */
export interface PublishingApi {
  /**
   * Files an action for approval on behalf of the caller, and returns without waiting for the decision. If the action has
   * problems, returns the problem and files nothing.
   * @throws Refusal if the caller lacks the permission or exceeds the limit of requests
   */
  create(ctx: Context, action: PublishAction, options?: FilingOptions): Promise<PublishRequest | Problem>;
  /** Parses the arguments of a tool from JSON. Refuses JSON that two parsers could understand differently. */
  readArguments(text: string): ReadArguments;
  /** Finds a publish request. Null if it doesn't exist or the caller can't see it. */
  find(ctx: Context, id: string): Promise<PublishRequest | null>;
}
