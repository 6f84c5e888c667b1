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
    // The state of a request is the state of its approval, and is only stored there.
    approvalId: p.string().unique(),
    tool: p.string().length(128),
    channel: p.enum(() => PublishChannel).$type<PublishChannel>(),
    targetCount: p.integer(),
    runIds: p.array(),
    assetIds: p.array(),
    // SHA-256 of the action’s canonical bytes. The bytes are the payload of the approval and only stored there.
    sha256: p.string().length(64),
    requestedBy: p.string().fieldName('asked_by'),
    owner: p.string(),
    // Actors who filed this request or a request that it replaces, directly or through others.
    askers: p.array(),
    customerId: p.string().nullable(),
    // Id of the request that this one replaces. Unique, because a request can be replaced only once.
    supersedesId: p.string().unique().nullable(),
    policyVersion: p.integer(),
    policySha256: p.string().length(64),
    idempotencyKey: p.string().length(255).nullable(),
    // Digest of the action with a secret key, because a short text could be guessed from a plain digest.
    requestHash: p.string().length(64),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // State of the request in the last published event, so that each state is published once.
    toldState: p
      .enum(() => ApprovalState)
      .$type<ApprovalState>()
      .nullable(),
    permitId: p.string().unique(),
    permitMs: p.integer(),
    // Time of the approval. Only stored here when the permit is used or revoked; until then the approval has it.
    permitIssuedAt: p.datetime(3).nullable(),
    permitUsedAt: p.datetime(3).nullable(),
    permitUsedBy: p.string().nullable(),
    // Time when the expiry of the permit was published.
    permitExpiryToldAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['requestedBy', 'idempotencyKey'] }],
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

@ObjectType({
  implements: Node,
  description:
    'Request for an external action: an e-mail, a message or a CRM record. The service doesn’t carry it out: after approval, the requester fetches the permit, once.',
})
export class PublishRequest extends PublishRequestSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => ID, { description: 'Id of the approval.' }) declare approvalId: string;
  @Field(() => String, { description: 'Name of the tool, as the requester knows it, e.g. `send_email`.' })
  declare tool: string;
  @Field(() => PublishChannel, { description: 'Channel of the action.' }) declare channel: PublishChannel;
  @Field(() => GraphQLPositiveInt, { description: 'Number of recipients or records.' }) declare targetCount: number;
  @Field(() => [ID], { description: 'Runs whose output is in the action.' }) declare runIds: string[];
  @Field(() => [ID], { description: 'Assets attached to the action.' }) declare assetIds: string[];
  @Field(() => Sha256, { description: 'SHA-256 of the canonical bytes that approvers decide on.' })
  declare sha256: string;
  @Field(() => String, {
    description: 'Actor that filed the request, e.g. `agent:agt_…`. This actor can’t approve it.',
  })
  declare requestedBy: string;
  @Field(() => String, {
    description:
      'Actor on whose behalf the request was filed, e.g. `customer:cus_…`. This actor can’t approve it either.',
  })
  declare owner: string;
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the customer that owns the request. Null if an operator owns it.',
  })
  declare customerId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the request that this one replaced. Null if it replaced none.',
  })
  declare supersedesId: string | null;
  @Field(() => GraphQLNonNegativeInt, { description: 'Version of the publishing policy that judged this request.' })
  declare policyVersion: number;
  @Field(() => Sha256, { description: 'SHA-256 of the policy version that judged this request.' })
  declare policySha256: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the request was filed.' }) declare createdAt: Opt<Date>;
}
PublishRequestSchema.setClass(PublishRequest);
