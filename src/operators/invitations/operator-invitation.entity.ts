import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { Node } from '../../platform/graphql/schema/node.ts';
import { newId } from '../../platform/ids.ts';
import { MAX_ROLES, OperatorRole } from '../operator.entity.ts';

const OperatorInvitationSchema = defineEntity({
  name: 'OperatorInvitation',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('operatorInvitation')),
    // In lower case, as that of the person it is to become.
    email: p.text().index(),
    roles: p.array().$type<OperatorRole[]>(),
    // The token stands in the link and is kept nowhere. It is random, so a fast hash is enough.
    tokenDigest: p.blob().unique(),
    invitedBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    expiresAt: p.datetime(3),
    acceptedAt: p.datetime(3).nullable(),
    // Who came of it.
    operatorId: p.string().nullable(),
    revokedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { properties: ['expiresAt', 'id'] },
    {
      name: 'operator_invitation_email_id_index',
      expression: `create index "operator_invitation_email_id_index" on "operator_invitation" (lower("email"), "id")`,
    },
  ],
});

/** A link by which somebody becomes one of the people who run the service. */
@ObjectType({
  implements: Node,
  description:
    'A link by which somebody becomes one of the people who run the service. It is shown once, and works once.',
})
export class OperatorInvitation extends OperatorInvitationSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String, { description: 'Of whoever accepts it. It is for nobody else.' }) declare email: string;
  @AtMost(MAX_ROLES)
  @Field(() => [OperatorRole], { description: 'What this person is to be there for.' })
  declare roles: OperatorRole[];
  @Field(() => String, { description: 'The actor who made it, e.g. `operator:op_…`.' }) declare invitedBy: string;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime) declare expiresAt: Date;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null until somebody has become a person by it.' })
  declare acceptedAt: Date | null;
  @Field(() => ID, { nullable: true, description: 'Who came of it. Null until it is accepted.' })
  declare operatorId: string | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'By hand, by another invitation to the same address, or because who made it may not any more.',
  })
  declare revokedAt: Date | null;
}
OperatorInvitationSchema.setClass(OperatorInvitation);
