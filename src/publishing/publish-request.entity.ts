import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLPositiveInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { ApprovalState } from '../approvals/index.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { PublishChannel } from './publish-action.ts';

describeEnum(PublishChannel, 'PublishChannel', 'Channel of an external action.', {
  CRM: 'A record in a CRM system. Targets are `object/id`.',
  EMAIL: 'E-mail. Targets are addresses.',
  MESSAGING: 'Short messages. Targets are numbers such as `+4915112345678`, or `@handle`.',
});

const PublishRequestSchema = defineEntity({
  name: 'PublishRequest',
  properties: {
    id: p.string().primary(),
    // How it stands is how its approval stands: it is written down there and nowhere else.
    approvalId: p.string().unique(),
    tool: p.string().length(128),
    channel: p.enum(() => PublishChannel).$type<PublishChannel>(),
    targetCount: p.integer(),
    runIds: p.array(),
    assetIds: p.array(),
    // Of the canonical bytes, which are the payload of the approval and are kept nowhere else.
    sha256: p.string().length(64),
    askedBy: p.string(),
    owner: p.string(),
    // Everybody who has asked for it in one of its versions, who asks for this one among them.
    askers: p.array(),
    customerId: p.string().nullable(),
    // One takes the place of another, and no second one does.
    supersedesId: p.string().unique().nullable(),
    policyVersion: p.integer(),
    policySha256: p.string().length(64),
    idempotencyKey: p.string().length(255).nullable(),
    // A keyed digest of what was asked for: a plain one would let a short text be found by trying.
    requestHash: p.string().length(64),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // How the outside was last told that it stands, so that nobody is told twice.
    toldState: p
      .enum(() => ApprovalState)
      .$type<ApprovalState>()
      .nullable(),
    permitId: p.string().unique(),
    permitMs: p.integer(),
    // When it was approved, written down when the permit is used or taken back: until then the approval says it.
    permitIssuedAt: p.datetime(3).nullable(),
    permitUsedAt: p.datetime(3).nullable(),
    permitUsedBy: p.string().nullable(),
    // When it was told that nobody has fetched it in time.
    permitExpiryToldAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['askedBy', 'idempotencyKey'] }],
  indexes: [
    { properties: ['targetCount', 'id'] },
    { properties: ['owner', 'id'] },
    { properties: ['customerId', 'id'] },
    {
      name: 'publish_request_permit_issued_index',
      expression: `create index "publish_request_permit_issued_index" on "publish_request" ("id") where "told_state" = 'APPROVED' and "permit_used_at" is null and "permit_expiry_told_at" is null`,
    },
  ],
});

/** Somebody's wish that something is written outside. What it is, stands in the bytes of its approval. */
@ObjectType({
  implements: Node,
  description:
    'A wish that something is written outside: an e-mail, a message, a record. Nothing is sent here, approved or not: who has asked fetches the permit, once.',
})
export class PublishRequest extends PublishRequestSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => ID, { description: 'Of the approval that is asked for.' }) declare approvalId: string;
  @Field(() => String, { description: 'Name of the tool, as the requester knows it, e.g. `send_email`.' })
  declare tool: string;
  @Field(() => PublishChannel, { description: 'Where it would be written.' }) declare channel: PublishChannel;
  @Field(() => GraphQLPositiveInt, { description: 'How many it would reach.' }) declare targetCount: number;
  @Field(() => [ID], { description: 'The runs that it is made of.' }) declare runIds: string[];
  @Field(() => [ID], { description: 'The assets that it is made of.' }) declare assetIds: string[];
  @Field(() => Sha256, { description: 'Of the canonical bytes that are approved or not.' }) declare sha256: string;
  @Field(() => String, { description: 'Who asks, e.g. `agent:agt_…`. That one never decides.' })
  declare askedBy: string;
  @Field(() => String, { description: 'For whom it is asked, e.g. `customer:cus_…`. Nor does that one.' })
  declare owner: string;
  @Field(() => ID, { nullable: true, description: 'Id of the customer that owns it. Null when the service owns it.' })
  declare customerId: string | null;
  @Field(() => ID, { nullable: true, description: 'The request in whose place it was put. Null for a first one.' })
  declare supersedesId: string | null;
  @Field(() => GraphQLNonNegativeInt, { description: 'Of the policy of publishing that it was judged by.' })
  declare policyVersion: number;
  @Field(() => Sha256, { description: 'Of the same.' }) declare policySha256: string;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
}
PublishRequestSchema.setClass(PublishRequest);
