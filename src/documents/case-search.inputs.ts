import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../platform/graphql/schema/connection.ts';

/** Maximum number of values in each list of the filter. */
export const MAX_CHOICES = 100;
/** Maximum number of cases that are searched at once, the newest of those that the caller can read. */
export const MAX_SEARCHED_CASES = 1_000;

const IDS = `At most ${MAX_CHOICES}. Ids that don’t exist, or that the caller can’t read, find nothing.`;

@InputType({
  description:
    'Filter for a search in documents. All given conditions must match, and one value of each list. An empty list is no condition.',
})
export class CaseSearchFilter {
  @Field(() => [ID], {
    nullable: true,
    description: `Only documents of these cases. Default: all cases that the caller can read. ${IDS}`,
  })
  caseIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: `Only these documents. ${IDS}` })
  documentIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `Only documents in these languages, as primary BCP 47 tags such as \`de\`. At most ${MAX_CHOICES}. Short documents have no language.`,
  })
  languages?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `Only documents of these media types, such as \`application/pdf\`. At most ${MAX_CHOICES}.`,
  })
  mediaTypes?: string[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only documents uploaded at this time or later.' })
  createdFrom?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only documents uploaded before this time.' })
  createdBefore?: Date | null;
}

@ArgsType()
export class CaseSearchArgs {
  @Field(() => String, {
    description:
      'Words to look for, at most 10,000 characters. Endings, accents and case don’t matter, and a word that no document has also finds words spelled alike. `"quoted words"` must follow each other; a passage with a word or quotation after `-` is left out.',
  })
  query!: string;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_PAGE_SIZE,
    description: `Maximum number of passages, 1 to ${MAX_PAGE_SIZE}.`,
  })
  first?: number | null;

  @Field(() => CaseSearchFilter, { nullable: true, description: 'Only documents that match this filter.' })
  filter?: CaseSearchFilter | null;
}
