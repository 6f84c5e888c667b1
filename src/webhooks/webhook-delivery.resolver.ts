import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { alreadyIssuedField } from '../platform/idempotency/key-fields.ts';
import {
  MAX_DELIVERIES_PER_REPLAY,
  ReplayDeliveryInput,
  ReplayWebhookInput,
  SendTestWebhookInput,
  WebhookDeliveriesArgs,
} from './webhook.inputs.ts';
import { attemptsOfDeliveries } from './webhook.loaders.ts';
import { WebhookConflict } from './webhook.problems.ts';
import { webhookDeliveryPages } from './webhook.reads.ts';
import { MAX_ATTEMPTS, type WebhookService } from './webhook.service.ts';
import { WebhookAttempt, WebhookDelivery } from './webhook-delivery.entity.ts';

const WebhookDeliveryConnection = connectionOf(WebhookDelivery, 'WebhookDelivery');

const SentTestWebhook = payloadOf(
  'SentTestWebhook',
  'A test delivery is queued: the event `webhook.test`, signed like all others.',
  { delivery: changed(() => WebhookDelivery), alreadyIssued: alreadyIssuedField() },
);

const ReplayedDelivery = payloadOf(
  'ReplayedDelivery',
  'The delivery is queued again, with the same id and body, and a new time and signature.',
  { delivery: changed(() => WebhookDelivery) },
);

const ReplayedWebhook = payloadOf(
  'ReplayedWebhook',
  'The deliveries are queued again, each with the same id and body.',
  {
    count: field<number>(() => GraphQLNonNegativeInt, {
      description: `Number of deliveries that were queued, oldest first. At most ${MAX_DELIVERIES_PER_REPLAY} at a time; send the mutation again for the others.`,
    }),
  },
);

const SendTestWebhookResult = resultOf('SendTestWebhook', SentTestWebhook, [
  NotFound,
  WebhookConflict,
  IdempotencyKeyReused,
]);
const ReplayDeliveryResult = resultOf('ReplayDelivery', ReplayedDelivery, [NotFound, WebhookConflict]);
const ReplayWebhookResult = resultOf('ReplayWebhook', ReplayedWebhook, [NotFound, WebhookConflict]);

/** Queries and mutations for deliveries, tests and replays of webhooks. */
@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  readonly #webhooks: WebhookService;

  constructor(webhooks: WebhookService) {
    this.#webhooks = webhooks;
  }

  @AccessFor('own-webhooks:manage')
  @Query(() => WebhookDeliveryConnection, {
    description: 'Deliveries, newest first, to the webhooks that the caller can see.',
  })
  webhookDeliveries(
    @Args(() => WebhookDeliveriesArgs) args: WebhookDeliveriesArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<WebhookDelivery>> {
    return webhookDeliveryPages.read(ctx, args, info);
  }

  @AccessFor('own-webhooks:manage')
  @Mutation(() => SendTestWebhookResult, {
    nullable: true,
    description: 'Queues a test delivery with the event `webhook.test`.',
  })
  async sendTestWebhook(
    @Arg('input', () => SendTestWebhookInput) input: SendTestWebhookInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SendTestWebhookResult> {
    const result = await this.#webhooks.sendTest(ctx, input);
    return result instanceof Problem ? result : new SentTestWebhook(result);
  }

  @AccessFor('own-webhooks:manage')
  @Mutation(() => ReplayDeliveryResult, {
    nullable: true,
    description: 'Replays a delivery that has ended, with a new series of attempts.',
  })
  async replayDelivery(
    @Arg('input', () => ReplayDeliveryInput) { webhookDeliveryId }: ReplayDeliveryInput,
    @Ctx() ctx: Context,
  ): Promise<typeof ReplayDeliveryResult> {
    const result = await this.#webhooks.replayDelivery(ctx, webhookDeliveryId);
    return result instanceof Problem ? result : new ReplayedDelivery({ delivery: result });
  }

  @AccessFor('own-webhooks:manage')
  @Mutation(() => ReplayWebhookResult, {
    nullable: true,
    description:
      'Replays deliveries that didn’t arrive, for events since a given time, e.g. after the receiver was repaired.',
  })
  async replayWebhook(
    @Arg('input', () => ReplayWebhookInput) input: ReplayWebhookInput,
    @Ctx() ctx: Context,
  ): Promise<typeof ReplayWebhookResult> {
    const result = await this.#webhooks.replayAll(ctx, input);
    return result instanceof Problem ? result : new ReplayedWebhook({ count: result });
  }

  @AtMost(MAX_ATTEMPTS)
  @FieldResolver(() => [WebhookAttempt], { description: 'Attempts of the delivery, oldest first.' })
  attempts(@Root() { id }: WebhookDelivery, @Ctx() ctx: Context): Promise<WebhookAttempt[]> {
    return ctx.loader(attemptsOfDeliveries).load(id);
  }
}
