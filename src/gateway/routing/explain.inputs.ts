import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, Int } from 'type-graphql';
import { Plan } from '../../customers/index.ts';
import { ProviderName } from '../../models/index.ts';
import { LongText } from '../../platform/graphql/schema/text-length.ts';
import { MAX_TEXT_BODY_BYTES } from '../../platform/http/json-body.ts';
import { RoutingPreference } from './routing.types.ts';

@InputType({
  description:
    'Assumptions for the explanation of a routing decision. Fields left out use the current state; for callers without the permission `tasks:run`, that of an account with the plan BASE that has spent nothing and has no limits.',
})
export class RouteAssumptionsInput {
  @Field(() => Plan, {
    nullable: true,
    description: 'Plan to assume. Default: the account’s plan; BASE for callers without the permission `tasks:run`.',
  })
  plan?: Plan | null;

  @Field(() => [ProviderName], {
    nullable: true,
    description:
      'Providers to assume that the service has keys for, and for no others. The account’s own keys are ignored, except those in `ownKeys`.',
  })
  keys?: ProviderName[] | null;

  @Field(() => [ProviderName], {
    nullable: true,
    description: 'Providers to assume that the account has own keys for, and for no others. OWN means an own server.',
  })
  ownKeys?: ProviderName[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Deployments of the task to treat as paused after failures, such as `openai/gpt-6.1-sol`.',
  })
  outages?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True to assume that the sandbox is on, false that it is off.' })
  sandbox?: boolean | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Amount to assume as spent this month, with nothing reserved, in micros of USD.',
  })
  spentMicros?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Monthly soft cap to assume, in micros of USD.' })
  softCapMicros?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Monthly hard limit to assume, in micros of USD.' })
  hardLimitMicros?: number | null;
}

@InputType({ description: 'Pictures of the request whose routing is explained.' })
export class ExplainImagesInput {
  @Field(() => Int, { defaultValue: 1_024, description: 'Width in pixels. Default: 1024.' }) widthPx!: number;
  @Field(() => Int, { defaultValue: 1_024, description: 'Height in pixels. Default: 1024.' }) heightPx!: number;
  @Field(() => Int, { defaultValue: 1, description: 'Number of pictures of one prompt. Default: 1.' }) count!: number;
  @Field(() => Boolean, {
    defaultValue: true,
    description: 'True to assume that the engine of this service can draw all of the brief. Default: true.',
  })
  isCovered!: boolean;
}

@InputType({
  description:
    'Request whose routing is explained. For a text task, send exactly one of `inputTokens`, `characters` and `text`; for an image task, at most one.',
})
export class ExplainRouteInput {
  @Field(() => String, { description: 'Name of the task, e.g. `human-phrasing/warm-tone`.' })
  task!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Input tokens of the whole request, including the task’s own instructions.',
  })
  inputTokens?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of characters of the request’s text. The service estimates their tokens, as of prose.',
  })
  characters?: number | null;

  @LongText(MAX_TEXT_BODY_BYTES)
  @Field(() => String, {
    nullable: true,
    description: 'Text of the request. Its tokens are counted; the text is not stored.',
  })
  text?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Maximum output tokens. Default: the task’s `defaultMaxOutputTokens`. Not allowed for image tasks.',
  })
  maxOutputTokens?: number | null;

  @Field(() => Boolean, { defaultValue: false, description: 'True if the request has tools. Default: false.' })
  needsTools!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'True if the request has a schema for the answer. Default: false. A schema of the task counts anyway.',
  })
  needsOutputSchema!: boolean;

  @Field(() => ExplainImagesInput, {
    nullable: true,
    description: 'Pictures of an image task. Default: one of 1024 × 1024 pixels. Not allowed for text tasks.',
  })
  images?: ExplainImagesInput | null;

  @Field(() => RoutingPreference, {
    nullable: true,
    description: 'Ranking of eligible deployments. Default: the order of the routing policy.',
  })
  preference?: RoutingPreference | null;

  @Field(() => RouteAssumptionsInput, {
    nullable: true,
    description: 'Assumptions, such as a plan or an outage, that replace the current state in this explanation.',
  })
  assumptions?: RouteAssumptionsInput | null;
}
