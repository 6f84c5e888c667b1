import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { ApprovalState } from '../approvals/index.ts';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { LongText } from '../platform/graphql/schema/text-length.ts';
import { MAX_ARGUMENTS_LENGTH, MAX_SOURCES, MAX_SUMMARY_LENGTH } from './action-check.ts';
import { PublishChannel } from './publish-action.ts';
import { MAX_TARGETS } from './targets.ts';

@InputType({ description: 'External action to file for approval.' })
export class CreatePublishRequestInput {
  @Field(() => String, {
    description:
      'Name of the tool as the requester knows it, e.g. `send_email`: 1 to 128 letters, digits and `_.:/-`, starting with a letter.',
  })
  tool!: string;

  @Field(() => PublishChannel, { description: 'Channel of the action.' }) channel!: PublishChannel;

  @Field(() => [String], {
    description: `Recipients or records, 1 to ${MAX_TARGETS.toLocaleString('en')}, without duplicates. EMAIL: addresses. MESSAGING: numbers such as \`+4915112345678\`, or \`@handle\`. CRM: \`object/id\`.`,
  })
  targets!: string[];

  @LongText(MAX_ARGUMENTS_LENGTH)
  @Field(() => String, {
    description: `Arguments of the tool: one JSON object as text, at most ${MAX_ARGUMENTS_LENGTH.toLocaleString('en')} characters. Keys must be unique. Send numbers beyond 2^53 as strings.`,
  })
  argumentsText!: string;

  @Field(() => String, {
    description: `Purpose in your own words: 1 to ${MAX_SUMMARY_LENGTH.toLocaleString('en')} characters. Approvers see it marked as unchecked.`,
  })
  summary!: string;

  @Field(() => [ID], {
    nullable: true,
    description: `Runs whose output is in the action, at most ${MAX_SOURCES}. They must have succeeded, and none of their outputs may be held for approval.`,
  })
  runIds?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: `Assets attached to the action, at most ${MAX_SOURCES}. Their status must be LIVE.`,
  })
  assetIds?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Idempotency key. Repeating the same input with the same key returns the same publish request.',
  })
  idempotencyKey?: string | null;
}

@InputType({
  description: 'Action that replaces a pending one. Send all values; none are kept from the earlier request.',
})
export class UpdatePublishRequestInput extends CreatePublishRequestInput {
  @Field(() => ID, { description: 'Id of the pending request.' }) publishRequestId!: string;
}

@InputType({ description: 'Pending publish request to cancel.' })
export class CancelPublishRequestInput {
  @Field(() => ID, { description: 'Id of the publish request.' }) publishRequestId!: string;
}

@InputType({ description: 'Approved request to revoke.' })
export class RevokePublishRequestInput {
  @Field(() => ID, { description: 'Id of the publish request.' }) publishRequestId!: string;
}

@InputType({ description: 'Approved request whose permit is fetched.' })
export class FetchPermitInput {
  @Field(() => ID, { description: 'Id of the publish request.' }) publishRequestId!: string;
}

@InputType({
  description:
    'Filter for publish requests. All given conditions must match. A list matches if one of its values does.',
})
export class PublishRequestFilter extends CreatedFilter {
  @Field(() => [ApprovalState], { nullable: true, description: 'Only requests in these states.' })
  state?: ApprovalState[] | null;

  @Field(() => [PublishChannel], { nullable: true, description: 'Only requests for these channels.' })
  channel?: PublishChannel[] | null;

  @Field(() => [String], { nullable: true, description: 'Only requests for these tools.' })
  tool?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only requests filed by these actors, e.g. `agent:agt_…`.' })
  requestedBy?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Only requests of these customers, among those that the caller can see.',
  })
  customerId?: string[] | null;
}

const PublishRequestOrder = orderInput('PublishRequest', {
  CREATED_AT: 'Time when the request was filed.',
  TARGET_COUNT: 'Number of targets.',
});
type PublishRequestOrder = InstanceType<typeof PublishRequestOrder>;

@ArgsType()
export class PublishRequestsArgs extends PageArgs {
  @Field(() => PublishRequestFilter, {
    nullable: true,
    description: 'Only requests that match this filter. Default: all.',
  })
  filter?: PublishRequestFilter | null;

  @Field(() => PublishRequestOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: PublishRequestOrder | null;
}
