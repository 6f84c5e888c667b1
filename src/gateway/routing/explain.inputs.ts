import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, Int } from 'type-graphql';
import { Plan } from '../../customers/index.ts';
import { ProviderName } from '../../models/index.ts';
import { LongText } from '../../platform/graphql/schema/text-length.ts';
import { MAX_TEXT_BODY_BYTES } from '../../platform/http/json-body.ts';
import { RoutingPreference } from './routing.types.ts';

@InputType({ description: 'What is to be taken as so, in the place of what is. What is left out is as it is.' })
export class RouteSuppositionInput {
  @Field(() => Plan, { nullable: true, description: 'The plan. For strangers BASE where they name none.' })
  plan?: Plan | null;

  @Field(() => [ProviderName], {
    nullable: true,
    description:
      'Providers that the service has a key for, these and no others. Of one’s own keys only `ownKeys` are left.',
  })
  keys?: ProviderName[] | null;

  @Field(() => [ProviderName], {
    nullable: true,
    description: 'Providers that the customer has a key of its own for; OWN for a server.',
  })
  ownKeys?: ProviderName[] | null;

  @Field(() => [String], { nullable: true, description: 'Deployments that fail at the moment, by id.' })
  outages?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the sandbox is on.' })
  sandbox?: boolean | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Spent this month, in micros of USD.' })
  spentMicros?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'The soft cap, in micros of USD.' })
  softCapMicros?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'The hard limit, in micros of USD.' })
  hardLimitMicros?: number | null;
}

@InputType({ description: 'Pictures that are wanted.' })
export class ExplainImagesInput {
  @Field(() => Int, { defaultValue: 1_024, description: 'Pixels.' }) widthPx!: number;
  @Field(() => Int, { defaultValue: 1_024, description: 'Pixels.' }) heightPx!: number;
  @Field(() => Int, { defaultValue: 1, description: 'Pictures of the one prompt.' }) count!: number;
  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Whether the engine of this service can draw what is asked for.',
  })
  isCovered!: boolean;
}

@InputType({
  description: 'A request as routing sees it. Say its size by one of `inputTokens`, `characters` and `text`.',
})
export class ExplainRouteInput {
  @Field(() => String, { description: 'The task, e.g. `human-phrasing/warm-tone`.' })
  task!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Tokens of all that is sent, the task’s own instructions among it.',
  })
  inputTokens?: number | null;

  @Field(() => Int, { nullable: true, description: 'Characters of prose; its tokens are estimated.' })
  characters?: number | null;

  @LongText(MAX_TEXT_BODY_BYTES)
  @Field(() => String, { nullable: true, description: 'The text itself; its tokens are counted and it is forgotten.' })
  text?: string | null;

  @Field(() => Int, { nullable: true, description: 'The most that may come out. Default: the task’s.' })
  maxOutputTokens?: number | null;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether the request brings tools.' })
  needsTools!: boolean;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether the answer has to fit a schema.' })
  needsOutputSchema!: boolean;

  @Field(() => ExplainImagesInput, {
    nullable: true,
    description: 'Of a task for pictures. Left out: one of 1024 × 1024.',
  })
  images?: ExplainImagesInput | null;

  @Field(() => RoutingPreference, { nullable: true, description: 'Default: the policy’s order.' })
  preference?: RoutingPreference | null;

  @Field(() => RouteSuppositionInput, { nullable: true, description: 'To see what would be.' })
  suppose?: RouteSuppositionInput | null;
}
