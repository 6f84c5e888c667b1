import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';

export const PermitState = graphEnum(
  'PermitState',
  'Current state of a permit. ISSUED is the only state that can change.',
  {
    ISSUED: 'The permit can be fetched, once.',
    USED: 'The permit was fetched. The service doesn’t know whether anything was sent.',
    EXPIRED: 'The permit was not fetched in time.',
    REVOKED: 'The permit was revoked before it was fetched.',
  },
);
export type PermitState = keyof typeof PermitState;

/**
 * The right to carry out an approved action once. Permits have no table of their own: the state of a permit follows from its
 * request and the approval.
 */
@ObjectType({ implements: Node, description: 'Right of the requester to carry out an approved action, once.' })
export class Permit implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) readonly id!: string;
  @Field(() => PermitState, { description: 'Current state of the permit.' }) readonly state!: PermitState;
  @Field(() => GraphQLDateTime, { description: 'Time when the permit was issued: the time of the approval.' })
  readonly issuedAt!: Date;
  @Field(() => GraphQLDateTime, { description: 'Time until which the permit can be fetched.' })
  readonly expiresAt!: Date;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Time when the permit was fetched. Null if it wasn’t.' })
  readonly usedAt!: Date | null;
  @Field(() => String, {
    nullable: true,
    description: 'Actor who fetched the permit, e.g. `agent:agt_…`. Null if it wasn’t fetched.',
  })
  readonly usedBy!: string | null;
  @Field(() => ID, { description: 'Id of the publish request that the permit is for.' })
  readonly publishRequestId!: string;
}
