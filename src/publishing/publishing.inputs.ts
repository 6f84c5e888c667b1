import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { ApprovalState } from '../approvals/index.ts';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { LongText } from '../platform/graphql/schema/text-length.ts';
import { MAX_ARGUMENTS_LENGTH, MAX_SOURCES, MAX_SUMMARY_LENGTH } from './action-check.ts';
import { PublishChannel } from './publish-action.ts';
import { MAX_TARGETS } from './targets.ts';

@InputType({ description: 'What is to be done outside.' })
export class FilePublishRequestInput {
  @Field(() => String, {
    description: 'What would do it, as you call it, e.g. `send_email`: 1 to 128 letters, digits and `_.:/-`.',
  })
  tool!: string;

  @Field(() => PublishChannel, { description: 'Where it would write.' }) channel!: PublishChannel;

  @Field(() => [String], {
    description: `Whom it would reach, 1 to ${MAX_TARGETS.toLocaleString('en')}, each once. EMAIL: addresses. MESSAGING: numbers such as \`+4915112345678\`, or \`@handle\`. CRM: \`object/id\`.`,
  })
  targets!: string[];

  @LongText(MAX_ARGUMENTS_LENGTH)
  @Field(() => String, {
    description: `Of the tool: one JSON object, as text, at most ${MAX_ARGUMENTS_LENGTH.toLocaleString('en')} characters. Each key once, numbers beyond 2^53 as strings.`,
  })
  argumentsText!: string;

  @Field(() => String, {
    description: `What it is for, in your own words: 1 to ${MAX_SUMMARY_LENGTH.toLocaleString('en')} characters. Who approves it is told that nobody has checked them.`,
  })
  summary!: string;

  @Field(() => [ID], {
    nullable: true,
    description: `Runs whose output is in it, at most ${MAX_SOURCES}. None of them may be held.`,
  })
  runIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: `Assets that are attached, at most ${MAX_SOURCES}.` })
  assetIds?: string[] | null;

  @Field(() => String, { nullable: true, description: 'The same key with the same input gives the same request.' })
  idempotencyKey?: string | null;
}

@InputType({ description: 'What is to be done in the place of what was asked for. Nothing is taken over.' })
export class EditPublishRequestInput extends FilePublishRequestInput {
  @Field(() => ID, { description: 'Of the request that waits.' }) id!: string;
}

@InputType({ description: 'What is not asked for any more.' })
export class CancelPublishRequestInput {
  @Field(() => ID, { description: 'Of the request.' }) id!: string;
}

@InputType({ description: 'What is not to be done, though it was approved.' })
export class RevokePublishRequestInput {
  @Field(() => ID, { description: 'Of the request.' }) id!: string;
}

@InputType({ description: 'What was approved.' })
export class FetchPermitInput {
  @Field(() => ID, { description: 'Of the request.' }) publishRequestId!: string;
}

@InputType({ description: 'All that is given has to be met; of a list, one of it.' })
export class PublishRequestFilter extends CreatedFilter {
  @Field(() => [ApprovalState], { nullable: true, description: 'How they stand at this moment.' })
  state?: ApprovalState[] | null;

  @Field(() => [PublishChannel], { nullable: true, description: 'Where they would write.' })
  channel?: PublishChannel[] | null;

  @Field(() => [String], { nullable: true, description: 'By what.' })
  tool?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Who asks, e.g. `agent:agt_…`.' })
  askedBy?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Whose they are. Who sees only their own sees no others by it.' })
  customerId?: string[] | null;
}

/** What the list can be ordered by. */
const PublishRequestOrder = orderInput('PublishRequest', {
  CREATED_AT: 'When it was asked for.',
  TARGET_COUNT: 'To how many it would go.',
});
type PublishRequestOrder = InstanceType<typeof PublishRequestOrder>;

@ArgsType()
export class PublishRequestsArgs extends PageArgs {
  @Field(() => PublishRequestFilter, { nullable: true })
  filter?: PublishRequestFilter | null;

  @Field(() => PublishRequestOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: PublishRequestOrder | null;
}
