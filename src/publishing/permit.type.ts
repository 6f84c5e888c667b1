import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';

export const PermitState = graphEnum('PermitState', 'Current state of a permit. All but ISSUED are final.', {
  ISSUED: 'It can be fetched, once.',
  USED: 'It was fetched. The service does not know if anything was sent.',
  EXPIRED: 'It was not fetched in time.',
  REVOKED: 'It was revoked before it was fetched.',
});
export type PermitState = keyof typeof PermitState;

/** What lets somebody do once what was approved. It is no row of its own: it stands as its request and the approval do. */
@ObjectType({ implements: Node, description: 'What lets who asked do, once, what was approved.' })
export class Permit implements Node {
  @Field(() => ID) readonly id!: string;
  @Field(() => PermitState, { description: 'At this moment.' }) readonly state!: PermitState;
  @Field(() => GraphQLDateTime, { description: 'When it was approved.' }) readonly issuedAt!: Date;
  @Field(() => GraphQLDateTime, { description: 'Until when it can be fetched.' }) readonly expiresAt!: Date;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was fetched. Null where it was not.' })
  readonly usedAt!: Date | null;
  @Field(() => String, { nullable: true, description: 'Who has fetched it, e.g. `agent:agt_…`.' })
  readonly usedBy!: string | null;
  @Field(() => ID, { description: 'Of the request that it is for.' }) readonly publishRequestId!: string;
}
