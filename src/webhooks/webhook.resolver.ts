import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Field, ID, Info, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events/published-event.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { alreadyIssuedField, nullWhenIssued } from '../platform/idempotency/key-fields.ts';
import { Webhook } from './webhook.entity.ts';
import {
  CreateWebhookInput,
  DeleteWebhookInput,
  RotateWebhookSecretInput,
  UpdateWebhookInput,
  WebhooksArgs,
} from './webhook.inputs.ts';
import { WebhookChanged, WebhookConflict } from './webhook.problems.ts';
import { webhookPages } from './webhook.reads.ts';
import type { WebhookService } from './webhook.service.ts';

/** Maximum number of kinds of events in the list. The service has fewer. */
const MAX_EVENTS = 100;

const WebhookConnection = connectionOf(Webhook, 'Webhook');

@ObjectType({ description: 'Member of the object `data` in the body of an event.' })
class WebhookEventMember {
  @Field(() => String, { description: 'Name of the member.' }) readonly name: string;
  @Field(() => String, { description: 'Meaning of the member.' }) readonly description: string;

  constructor(name: string, description: string) {
    this.name = name;
    this.description = description;
  }
}

@ObjectType({ description: 'Kind of event that webhooks can deliver.' })
class WebhookEvent {
  @Field(() => String, { description: 'Value of `type` in the body. Its meaning never changes.' })
  readonly name: string;

  @Field(() => String, { description: 'Occasion on which the event is sent.' }) readonly description: string;

  @AtMost(20)
  @Field(() => [WebhookEventMember], { description: 'Members of `data` in the body.' })
  readonly data: WebhookEventMember[];

  constructor({ name, description, data = {} }: PublishedEvent) {
    this.name = name;
    this.description = description;
    this.data = Object.entries(data).map(([member, says]) => new WebhookEventMember(member, says));
  }
}

const SECRET = field<string | null>(() => String, {
  nullable: true,
  description: `Secret for verifying deliveries: \`whsec_\` and base64, as libraries of Standard Webhooks accept it. ${nullWhenIssued('secret')}`,
});

const CreatedWebhook = payloadOf(
  'CreatedWebhook',
  'The webhook was created. Events are sent from now on. The secret is only returned here.',
  {
    webhook: changed(() => Webhook),
    secret: SECRET,
    alreadyIssued: alreadyIssuedField(),
  },
);

const UpdatedWebhook = payloadOf(
  'UpdatedWebhook',
  'The webhook was updated. If its URL changed, pending deliveries go to the new one.',
  { webhook: changed(() => Webhook) },
);

const DeletedWebhook = payloadOf('DeletedWebhook', 'The webhook was deleted with its past and pending deliveries.', {
  webhookId: field<string>(() => ID, { description: 'Id of the deleted webhook.' }),
});

const RotatedWebhookSecret = payloadOf(
  'RotatedWebhookSecret',
  'The webhook has a new secret, which is only returned here.',
  {
    webhook: changed(() => Webhook),
    secret: SECRET,
    alreadyIssued: alreadyIssuedField(),
  },
);

const CreateWebhookResult = resultOf('CreateWebhook', CreatedWebhook, [WebhookConflict, IdempotencyKeyReused]);
const UpdateWebhookResult = resultOf('UpdateWebhook', UpdatedWebhook, [WebhookChanged, NotFound]);
const DeleteWebhookResult = resultOf('DeleteWebhook', DeletedWebhook, [NotFound]);
const RotateWebhookSecretResult = resultOf('RotateWebhookSecret', RotatedWebhookSecret, [
  NotFound,
  IdempotencyKeyReused,
]);

/** Queries and mutations for webhooks. Operators manage those of the service, each customer manages its own. */
@Resolver(() => Webhook)
export class WebhookResolver {
  readonly #webhooks: WebhookService;
  readonly #published: () => readonly PublishedEvent[];

  constructor(webhooks: WebhookService, published: () => readonly PublishedEvent[]) {
    this.#webhooks = webhooks;
    this.#published = published;
  }

  @AccessFor('own-webhooks:manage')
  @Query(() => WebhookConnection, {
    description:
      'Webhooks, newest first. Customers see their own; operators see those of the service and of all customers.',
  })
  webhooks(
    @Args(() => WebhooksArgs) args: WebhooksArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<Webhook>> {
    return webhookPages.read(ctx, args, info);
  }

  @AccessFor('own-webhooks:manage')
  @Query(() => Webhook, {
    nullable: true,
    description: 'Webhook with this id. Null if it doesn’t exist or the caller can’t see it.',
  })
  webhook(
    @Arg('id', () => ID, { description: 'Id of the webhook.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Webhook | null> {
    return this.#webhooks.find(ctx, id);
  }

  @AccessFor('own-webhooks:manage')
  @AtMost(MAX_EVENTS)
  @Query(() => [WebhookEvent], { description: 'Events that webhooks can deliver.' })
  webhookEvents(): WebhookEvent[] {
    return this.#published()
      .slice(0, MAX_EVENTS)
      .map((event) => new WebhookEvent(event));
  }

  @AccessFor('own-webhooks:manage')
  @AfterStepUp()
  @Mutation(() => CreateWebhookResult, {
    nullable: true,
    description: 'Creates a webhook: for the service if the caller is an operator, otherwise for the calling customer.',
  })
  async createWebhook(
    @Arg('input', () => CreateWebhookInput) input: CreateWebhookInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CreateWebhookResult> {
    const result = await this.#webhooks.create(ctx, input);
    return result instanceof Problem ? result : new CreatedWebhook(result);
  }

  @AccessFor('own-webhooks:manage')
  @Mutation(() => UpdateWebhookResult, { nullable: true, description: 'Updates a webhook, or enables or disables it.' })
  async updateWebhook(
    @Arg('input', () => UpdateWebhookInput) input: UpdateWebhookInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UpdateWebhookResult> {
    const result = await this.#webhooks.update(ctx, input);
    return result instanceof Problem ? result : new UpdatedWebhook({ webhook: result });
  }

  @AccessFor('own-webhooks:manage')
  @Mutation(() => DeleteWebhookResult, { nullable: true, description: 'Deletes a webhook and its deliveries.' })
  async deleteWebhook(
    @Arg('input', () => DeleteWebhookInput) { webhookId }: DeleteWebhookInput,
    @Ctx() ctx: Context,
  ): Promise<typeof DeleteWebhookResult> {
    const result = await this.#webhooks.delete(ctx, webhookId);
    return result instanceof Problem ? result : new DeletedWebhook({ webhookId: result });
  }

  @AccessFor('own-webhooks:manage')
  @AfterStepUp()
  @Mutation(() => RotateWebhookSecretResult, {
    nullable: true,
    description:
      'Replaces the secret of one of the caller’s webhooks; operators can’t replace that of a customer’s webhook. For `overlapHours`, deliveries are signed with both secrets.',
  })
  async rotateWebhookSecret(
    @Arg('input', () => RotateWebhookSecretInput) input: RotateWebhookSecretInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RotateWebhookSecretResult> {
    const result = await this.#webhooks.rotateSecret(ctx, input);
    return result instanceof Problem ? result : new RotatedWebhookSecret(result);
  }
}
