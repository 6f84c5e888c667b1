import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { ExternalToolCall } from '../../gateway/index.ts';
import type { Context } from '../../platform/context.ts';
import { PublishRequest } from '../publish-request.entity.ts';
import type { PublishingApi } from '../publishing-api.ts';

/** Resolves the publish request of a withheld call. */
@Resolver(() => ExternalToolCall)
export class ExternalActionResolver {
  readonly #publishing: Pick<PublishingApi, 'find'>;

  constructor(publishing: Pick<PublishingApi, 'find'>) {
    this.#publishing = publishing;
  }

  @FieldResolver(() => PublishRequest, {
    nullable: true,
    description: 'Current state of the publish request. Null when none was created, and for callers who can’t see it.',
  })
  async publishRequest(
    @Root() { publishRequestId }: ExternalToolCall,
    @Ctx() ctx: Context,
  ): Promise<PublishRequest | null> {
    return publishRequestId === null ? null : this.#publishing.find(ctx, publishRequestId);
  }
}
