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
    // E-mail address in lower case, like that of an operator.
    email: p.text().index(),
    roles: p.array().$type<OperatorRole[]>(),
    // SHA-256 of the link’s token. The token itself isn’t stored. It is random, so a fast hash is enough.
    tokenDigest: p.blob().unique(),
    invitedBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    expiresAt: p.datetime(3),
    acceptedAt: p.datetime(3).nullable(),
    // Id of the operator that the invitation created. Null until it is accepted.
    operatorId: p.string().nullable(),
    revokedAt: p.datetime(3).nullable(),
    // Authentication code of the row. See `OperatorCodes`. Null once it is accepted or revoked.
    authenticationCode: p.blob().nullable().lazy(),
  },
  indexes: [
    { properties: ['expiresAt', 'id'] },
    {
      name: 'operator_invitation_email_id_index',
      expression: `create index "operator_invitation_email_id_index" on "operator_invitation" (lower("email"), "id")`,
    },
  ],
});

@ObjectType({
  implements: Node,
  description: 'Invitation to become an operator. Its link is returned once and works once.',
})
export class OperatorInvitation extends OperatorInvitationSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => String, { description: 'E-mail address of the invited person, with which the new operator signs in.' })
  declare email: string;
  @AtMost(MAX_ROLES)
  @Field(() => [OperatorRole], { description: 'Roles of the new operator.' })
  declare roles: OperatorRole[];
  @Field(() => String, { description: 'Actor who created the invitation, e.g. `operator:op_…`.' })
  declare invitedBy: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the invitation was created.' }) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, { description: 'Time when the invitation expires.' }) declare expiresAt: Date;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the invitation was accepted. Null if it wasn’t.',
  })
  declare acceptedAt: Date | null;
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the operator who accepted the invitation. Null if no one did.',
  })
  declare operatorId: string | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the invitation was revoked: by an operator, by a newer invitation to the same address, or because its creator was disabled or lost the role ADMIN. Null if it wasn’t.',
  })
  declare revokedAt: Date | null;
}
OperatorInvitationSchema.setClass(OperatorInvitation);
