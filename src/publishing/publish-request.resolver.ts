import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Approval, ApprovalState, type ApprovalsApi } from '../approvals/index.ts';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { sourceIn } from '../platform/graphql/schema/subscription-source.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import type { Live } from '../platform/live/live.ts';
import { EXECUTION, Execution } from './execution.type.ts';
import { PublishLint } from './finding.type.ts';
import { Permit, PermitState } from './permit.type.ts';
import type { Permits } from './permits.ts';
import type { PublishAction } from './publish-action.ts';
import { PublishRequest } from './publish-request.entity.ts';
import {
  CancelPublishRequestInput,
  CreatePublishRequestInput,
  FetchPermitInput,
  PublishRequestsArgs,
  RevokePublishRequestInput,
  UpdatePublishRequestInput,
} from './publishing.inputs.ts';
import { PermitRefused, PublishRequestBlocked, PublishRequestEnded } from './publishing.problems.ts';
import { publishRequestPages } from './publishing.reads.ts';
import type { PublishingService } from './publishing.service.ts';

const publishRequest = changed(() => PublishRequest, 'Current state of the publish request.');
const CreatedPublishRequest = payloadOf(
  'CreatedPublishRequest',
  'The publish request was filed and waits for approval. The service does not carry out its action.',
  { publishRequest },
);

const UpdatedPublishRequest = payloadOf(
  'UpdatedPublishRequest',
  'The previous request was superseded. Approvers decide on the new request from the beginning.',
  {
    publishRequest: changed(() => PublishRequest, 'The new request.'),
  },
);

const CanceledPublishRequest = payloadOf('CanceledPublishRequest', 'The publish request was canceled.', {
  publishRequest,
});

const RevokedPublishRequest = payloadOf(
  'RevokedPublishRequest',
  'The publish request was revoked. Its permit can’t be fetched any more.',
  {
    publishRequest,
  },
);

const FetchedPermit = payloadOf('FetchedPermit', 'The permit was fetched. It can’t be fetched again.', {
  permit: changed(() => Permit, 'The permit, now used.'),
  actionText: field<string>(() => String, {
    description:
      'Action as canonical JSON (RFC 8785). The SHA-256 of its UTF-8 bytes is `sha256` of the request. Carry out exactly this action.',
  }),
  publishRequest,
});

const PublishRequestConnection = connectionOf(PublishRequest, 'PublishRequest');
const CreatePublishRequestResult = resultOf('CreatePublishRequest', CreatedPublishRequest, [
  IdempotencyKeyReused,
  PublishRequestBlocked,
]);
const UpdatePublishRequestResult = resultOf('UpdatePublishRequest', UpdatedPublishRequest, [
  NotFound,
  IdempotencyKeyReused,
  PublishRequestBlocked,
  PublishRequestEnded,
]);
const CancelPublishRequestResult = resultOf('CancelPublishRequest', CanceledPublishRequest, [
  NotFound,
  PublishRequestEnded,
]);
const RevokePublishRequestResult = resultOf('RevokePublishRequest', RevokedPublishRequest, [
  NotFound,
  PublishRequestEnded,
]);
const FetchPermitResult = resultOf('FetchPermit', FetchedPermit, [NotFound, PermitRefused]);

export interface PublishRequestResolverOptions {
  publishing: PublishingService;
  permits: Permits;
  approvals: Pick<ApprovalsApi, 'of' | 'stateOf' | 'changes'>;
  live: Live;
}

@Resolver(() => PublishRequest)
export class PublishRequestResolver {
  readonly #options: PublishRequestResolverOptions;

  constructor(options: PublishRequestResolverOptions) {
    this.#options = options;
  }

  @AccessFor('own-publishing:read')
  @Query(() => PublishRequestConnection, {
    description: 'Publish requests, newest first. Callers see their own; `publishing:read` is needed to see all.',
  })
  publishRequests(
    @Args(() => PublishRequestsArgs) args: PublishRequestsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return publishRequestPages.read(ctx, args, info);
  }

  @AccessFor('own-publishing:read')
  @Query(() => PublishRequest, {
    nullable: true,
    description: 'Publish request with this id. Null if it doesn’t exist or the caller can’t see it.',
  })
  publishRequest(
    @Arg('id', () => ID, { description: 'Id of the publish request.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<PublishRequest | null> {
    return this.#options.publishing.find(ctx, id);
  }

  @AccessFor('publishing:ask')
  @Mutation(() => CreatePublishRequestResult, {
    nullable: true,
    description:
      'Files an external action for approval and returns at once. The service doesn’t carry it out: fetch the permit after the approval.',
  })
  async createPublishRequest(
    @Arg('input', () => CreatePublishRequestInput) input: CreatePublishRequestInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CreatePublishRequestResult> {
    const action = this.#actionOf(input);
    if (action instanceof Problem) return action as InputInvalid;
    const result = await this.#options.publishing.create(ctx, action, input);
    return result instanceof Problem
      ? (result as IdempotencyKeyReused)
      : new CreatedPublishRequest({ publishRequest: result });
  }

  @AccessFor('own-publishing:manage')
  @Mutation(() => UpdatePublishRequestResult, {
    nullable: true,
    description:
      'Replaces a pending publish request by a changed one. Approval starts again; requesters of any of its versions can’t approve it.',
  })
  async updatePublishRequest(
    @Arg('input', () => UpdatePublishRequestInput) input: UpdatePublishRequestInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UpdatePublishRequestResult> {
    const action = this.#actionOf(input);
    if (action instanceof Problem) return action as InputInvalid;
    const result = await this.#options.publishing.update(ctx, input.publishRequestId, action, input);
    return result instanceof Problem ? (result as NotFound) : new UpdatedPublishRequest({ publishRequest: result });
  }

  @AccessFor('own-publishing:manage')
  @Mutation(() => CancelPublishRequestResult, {
    nullable: true,
    description: 'Cancels a pending publish request.',
  })
  async cancelPublishRequest(
    @Arg('input', () => CancelPublishRequestInput) { publishRequestId }: CancelPublishRequestInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CancelPublishRequestResult> {
    const result = await this.#options.publishing.cancel(ctx, publishRequestId);
    return result instanceof Problem ? result : new CanceledPublishRequest({ publishRequest: result });
  }

  @AccessFor('own-publishing:manage')
  @Mutation(() => RevokePublishRequestResult, {
    nullable: true,
    description:
      'Revokes an approved publish request whose permit wasn’t fetched: the caller’s own, or any with `publishing:manage`.',
  })
  async revokePublishRequest(
    @Arg('input', () => RevokePublishRequestInput) { publishRequestId }: RevokePublishRequestInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokePublishRequestResult> {
    const result = await this.#options.publishing.revoke(ctx, publishRequestId);
    return result instanceof Problem ? result : new RevokedPublishRequest({ publishRequest: result });
  }

  @AccessFor('own-publishing:manage')
  @Mutation(() => FetchPermitResult, {
    nullable: true,
    description: 'Returns an approved action to its requester, once. If the response is lost, file a new request.',
  })
  async fetchPermit(
    @Arg('input', () => FetchPermitInput) { publishRequestId }: FetchPermitInput,
    @Ctx() ctx: Context,
  ): Promise<typeof FetchPermitResult> {
    const result = await this.#options.permits.fetch(ctx, publishRequestId);
    if (result instanceof Problem) return result;
    return new FetchedPermit({ permit: result.permit, actionText: result.actionText, publishRequest: result.request });
  }

  @AccessFor('own-publishing:read')
  @Subscription(() => PublishRequest, {
    description:
      'One publish request: its current state, then each change. Completes when the request has ended: not approved, or its permit was used, expired or revoked.',
    subscribe: sourceIn<PublishRequestResolver, { id: string }>(
      () => PublishRequestResolver,
      (resolver, ctx, { id }) => resolver.changes(ctx, id),
    ),
  })
  publishRequestChanged(
    @Arg('id', () => ID, { description: 'Id of the publish request.' }) _id: string,
    @Root() request: PublishRequest,
  ): PublishRequest {
    return request;
  }

  @FieldResolver(() => ApprovalState, { description: 'Current state, which is that of its approval.' })
  async state(@Root() request: PublishRequest, @Ctx() ctx: Context): Promise<ApprovalState> {
    const { approvals } = this.#options;
    const approval = await approvals.of(ctx, 'PUBLISH_REQUEST', request.id);
    return approvals.stateOf(ctx, approval!);
  }

  @FieldResolver(() => Approval, {
    nullable: true,
    description: 'Approval with its decisions and deadline. Null if it could not be read: see `errors`.',
  })
  approval(@Root() { id }: PublishRequest, @Ctx() ctx: Context): Promise<Approval | null> {
    return this.#options.approvals.of(ctx, 'PUBLISH_REQUEST', id);
  }

  @FieldResolver(() => Permit, {
    nullable: true,
    description: 'Permit of the request. Null if the request was never approved.',
  })
  async permit(@Root() { id }: PublishRequest, @Ctx() ctx: Context): Promise<Permit | null> {
    const request = await this.#options.publishing.find(ctx, id);
    return request && this.#options.permits.of(ctx, request);
  }

  @FieldResolver(() => PublishLint, {
    nullable: true,
    description:
      'Findings of the automatic check when the request was filed. Null if the content was deleted, and for callers who are neither its requester, nor its owner, nor approvers.',
  })
  async lint(@Root() { id }: PublishRequest, @Ctx() ctx: Context): Promise<PublishLint | null> {
    const request = await this.#options.publishing.find(ctx, id);
    const findings = request && (await this.#options.publishing.findingsFor(ctx, request));
    return findings && { findings };
  }

  @FieldResolver(() => Execution, { description: 'Availability of automatic execution by the service.' })
  execution(): Execution {
    return EXECUTION;
  }

  /** @throws Refusal NOT_FOUND if the request doesn’t exist or the caller can’t see it */
  async *changes(ctx: Context, id: string): AsyncGenerator<PublishRequest> {
    const { approvals, live, permits, publishing } = this.#options;
    const found = await publishing.find(ctx, id);
    if (!found) throw new Refusal('NOT_FOUND', 'This publish request doesn’t exist, or you can’t see it.');
    let sent = '';
    const now = async () => {
      const fresh = ctx.fork();
      const request = await publishing.find(fresh, id);
      if (!request) throw new Refusal('NOT_FOUND', 'This publish request doesn’t exist, or you can’t see it.');
      const state = await this.state(request, fresh);
      const permit = await permits.of(fresh, request);
      const seen = `${state} ${permit?.state}`;
      const isNew = seen !== sent;
      sent = seen;
      return { request, isNew, state, isOver: state !== 'PENDING' && permit?.state !== PermitState.ISSUED };
    };
    for await (const _ of approvals.changes(found.approvalId, ctx.signal)) {
      const { request, isNew, state, isOver } = await now();
      if (isNew) yield request;
      if (isOver) return;
      if (state !== ApprovalState.PENDING) break;
    }
    // After an approval, further changes of the request show in the state of its permit.
    for await (const _ of live.watch('publish-request.permit-changed', id, ctx.signal)) {
      const { request, isNew, isOver } = await now();
      if (isNew) yield request;
      if (isOver) return;
    }
  }

  #actionOf({ tool, channel, targets, argumentsText, summary, runIds, assetIds }: CreatePublishRequestInput) {
    const read = this.#options.publishing.readArguments(argumentsText);
    if ('issue' in read) return new InputInvalid([read.issue]);
    const action: PublishAction = {
      tool,
      channel,
      targets,
      summary,
      arguments: read.value,
      runIds: runIds ?? [],
      assetIds: assetIds ?? [],
    };
    return action;
  }
}
