import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { DocumentVersion } from './document-version.entity.ts';

/** Maximum number of versions in progress that the progress lists. */
export const MAX_UNDER_WAY = 20;

const count = (text: string) => ({ description: `Number of versions of the case ${text}.` });

/** Progress of a case’s documents. */
@ObjectType({ description: 'Progress of a case’s documents.' })
export class CaseProgress {
  @Field(() => ID, { description: 'Id of the case.' }) readonly caseId!: string;
  @Field(() => GraphQLNonNegativeInt, count('that wait to be read')) readonly waiting!: number;
  @Field(() => GraphQLNonNegativeInt, count('that are being read or indexed')) readonly underWay!: number;
  @Field(() => GraphQLNonNegativeInt, count('that can be searched and cited')) readonly ready!: number;
  @Field(() => GraphQLNonNegativeInt, count('that can’t be read')) readonly refused!: number;
  @Field(() => GraphQLNonNegativeInt, count('whose reading failed')) readonly failed!: number;
  @AtMost(MAX_UNDER_WAY)
  @Field(() => [DocumentVersion], {
    description: `Versions that are being read or indexed, the oldest first, at most ${MAX_UNDER_WAY}.`,
  })
  readonly versions!: DocumentVersion[];
}
