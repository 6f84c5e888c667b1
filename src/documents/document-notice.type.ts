import { GraphQLPositiveInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';

export const DocumentNoticeKind = graphEnum(
  'DocumentNoticeKind',
  'Fact about the text of a version that its users must know.',
  {
    SCANNED_PAGES: 'The pages have pictures but no text, so they can’t be searched.',
    TEXT_WITHOUT_MAPPING: 'A font of the pages doesn’t say which characters its glyphs are. Its text is left out.',
    DAMAGED_PAGES: 'The pages are damaged. Their text is missing or incomplete.',
    ENCODING_GUESSED: 'The file doesn’t declare its encoding, which was guessed.',
  },
);
export type DocumentNoticeKind = (typeof DocumentNoticeKind)[keyof typeof DocumentNoticeKind];

/** Maximum number of notices of a version: at most one of each kind. */
export const MAX_NOTICES = Object.keys(DocumentNoticeKind).length;

/** A notice as the extraction stored it. */
export interface StoredNotice {
  readonly kind: DocumentNoticeKind;
  readonly pages?: readonly number[];
  readonly encoding?: string;
}

/** Notice about the text of a version. */
@ObjectType({ description: 'Fact about the text of a version that its users must know.' })
export class DocumentNotice {
  @Field(() => DocumentNoticeKind, { description: 'Kind of the notice.' }) readonly kind: DocumentNoticeKind;
  @Field(() => [GraphQLPositiveInt], {
    description: 'Pages that the notice is about, counted from 1. Empty if it is about the whole document.',
  })
  readonly pages: number[];
  @Field(() => String, {
    nullable: true,
    description: 'Encoding that was guessed, such as `windows-1252`. Null for other kinds.',
  })
  readonly encoding: string | null;

  constructor({ kind, pages = [], encoding }: StoredNotice) {
    this.kind = kind;
    this.pages = [...pages];
    this.encoding = encoding ?? null;
  }
}
