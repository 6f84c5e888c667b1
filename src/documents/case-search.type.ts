import { Field, Int, ObjectType } from 'type-graphql';
import { MAX_PAGE_SIZE } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { MAX_SEARCHED_CASES } from './case-search.inputs.ts';
import { Document } from './document.entity.ts';
import { DocumentVersion } from './document-version.entity.ts';
import { TextRange } from './text-range.type.ts';

/** Maximum number of highlights of a passage. */
export const MAX_HIGHLIGHTS = 100;

/** A passage of a document that fits a search. */
@ObjectType({ description: 'A passage of a document that fits a search.' })
export class CaseSearchHit {
  @Field(() => Document, { description: 'Document with the passage.' }) readonly document!: Document;
  @Field(() => DocumentVersion, { description: 'Version with the passage: the current one of the document.' })
  readonly version!: DocumentVersion;
  @Field(() => Int, { description: 'First character in the version’s text, in UTF-16 units from 0.' })
  readonly start!: number;
  @Field(() => Int, { description: 'First character after the passage.' }) readonly end!: number;
  @Field(() => Int, {
    nullable: true,
    description: 'First page of the passage, from 1. Null for documents without pages.',
  })
  readonly pageFirst!: number | null;
  @Field(() => Int, { nullable: true, description: 'Last page of the passage. Null for documents without pages.' })
  readonly pageLast!: number | null;
  @Field(() => [String], { description: 'Headings above the passage, the outermost first.' })
  readonly headingPath!: readonly string[];
  @Field(() => String, {
    description:
      'Text of the passage, with spaces in place of headers, footers and page numbers, so that it is as long as the passage.',
  })
  readonly text!: string;
  @AtMost(MAX_HIGHLIGHTS)
  @Field(() => [TextRange], {
    description: `Words of the query, as ranges of the version’s text in their order, the first ${MAX_HIGHLIGHTS}. Subtract \`start\` of the passage for ranges of \`text\`.`,
  })
  readonly highlights!: readonly TextRange[];
}

/** Result of a search in documents. */
@ObjectType({ description: 'Result of a search in documents.' })
export class CaseSearch {
  @AtMost(MAX_PAGE_SIZE)
  @Field(() => [CaseSearchHit], { description: 'Passages that fit the query, the best first.' })
  readonly hits!: readonly CaseSearchHit[];
  @Field(() => Boolean, {
    description: `True if all passages that fit were compared. False if there were too many, if the query was so long that a part of it was ignored, or if the caller can read more than ${MAX_SEARCHED_CASES} cases, of which the newest were searched. Better passages may then be missing: send more words, or a filter.`,
  })
  readonly isComplete!: boolean;
}
