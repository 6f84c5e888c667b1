import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';

export const PermitState = { ISSUED: 'ISSUED', USED: 'USED', EXPIRED: 'EXPIRED', REVOKED: 'REVOKED' } as const;
export type PermitState = (typeof PermitState)[keyof typeof PermitState];
registerEnumType(PermitState, {
  name: 'PermitState',
  description: 'How a permit stands at this moment. All but ISSUED are for good.',
  valuesConfig: {
    ISSUED: { description: 'It can be fetched, once.' },
    USED: { description: 'It was fetched. Whether anything was sent, nobody here knows.' },
    EXPIRED: { description: 'It was not fetched in time.' },
    REVOKED: { description: 'It was taken back before anybody had fetched it.' },
  },
});

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
