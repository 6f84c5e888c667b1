import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { describeEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { Sha256 } from '../../platform/graphql/schema/scalars.ts';
import { DifferenceKind, QuotationForm, type TextRange } from '../../quotations/index.ts';
import { MAX_DIFFERENCES, MAX_QUOTATIONS, MAX_SOURCES } from './quotation-report.ts';
import { QuotationStatus } from './quotation-status.ts';
import { Tier } from './quotation-tier.ts';

describeEnum(QuotationForm, 'QuotationForm', 'How a text marks a quotation.', {
  MARKS: 'By quotation marks.',
  BLOCK: 'By `>` at the beginning of its lines, or as an indented paragraph after a colon.',
});
describeEnum(DifferenceKind, 'DifferenceKind', 'Kind of a difference between a quotation and its document.', {
  NUMBER: 'A number, also one that is written as a word.',
  NEGATION: 'A negation, such as `not` or `kein`.',
  NAME: 'A capitalised word.',
  DATE: 'A date, a month, or a number beside a month.',
  WORD: 'Another word.',
  CASE: 'Capital or small letters.',
  PUNCTUATION: 'Punctuation between words.',
  MISSING: 'The quotation leaves words out.',
  ADDED: 'The quotation adds words.',
  OMISSION: 'The quotation leaves words out, and its ellipsis shows where.',
  INSERTION: 'The quotation replaces or adds words or a letter, and its brackets show which.',
});

const START = 'First character, in UTF-16 units from 0.';
const END = 'First character after the range.';

@ObjectType({ description: 'Citation that follows a quotation in a brief. It isn’t checked.' })
class FollowingCitation {
  @Field(() => GraphQLNonNegativeInt, { description: START }) readonly start!: number;
  @Field(() => GraphQLNonNegativeInt, { description: END }) readonly end!: number;
  @Field(() => String, { description: 'Text of the citation.' }) readonly text!: string;
}

@ObjectType({ description: 'Place in a document where a quotation was found, or a similar passage.' })
class QuotationPlace {
  @Field(() => ID, { description: 'Id of the document.' }) readonly documentId!: string;
  @Field(() => String, { description: 'Name of the document.' }) readonly documentName!: string;
  @Field(() => ID, { description: 'Id of the version.' }) readonly versionId!: string;
  @Field(() => Sha256, { description: 'SHA-256 of the version’s bytes.' }) readonly versionSha256!: string;
  @Field(() => Sha256, { description: 'SHA-256 of the version’s extracted text.' }) readonly textSha256!: string;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'First character in the extracted text of the version, in UTF-16 units from 0.',
  })
  readonly start!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'First character after the place.' }) readonly end!: number;
  @Field(() => String, { description: 'Words at this place, cut from the document and not from the brief.' })
  readonly words!: string;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'First page, from 1. Null for formats without pages.',
  })
  readonly pageFirst!: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: 'Last page. Null for formats without pages.' })
  readonly pageLast!: number | null;
  @Field(() => [String], { description: 'Headings above the place, the outermost first.' })
  readonly headingPath!: readonly string[];
}

@ObjectType({ description: 'A difference between a quotation and the place in the document.' })
class QuotationDifference {
  @Field(() => DifferenceKind, { description: 'Kind of the difference.' }) readonly kind!: DifferenceKind;
  @Field(() => String, { description: 'Words of the quotation. Empty if they are missing there.' })
  readonly quoted!: string;
  @Field(() => String, { description: 'Words of the document. Empty if the quotation adds words.' })
  readonly source!: string;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'First character of the document’s words in its extracted text, in UTF-16 units from 0.',
  })
  readonly start!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'First character after the document’s words.' })
  readonly end!: number;
}

@ObjectType('CheckedQuotation', { description: 'A quotation of a brief, and what was found in the documents.' })
export class ReportedQuotation {
  @Field(() => GraphQLNonNegativeInt, {
    description: 'First character of the quoted words in the brief, without the marks, in UTF-16 units from 0.',
  })
  readonly start!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'First character after the quoted words.' })
  readonly end!: number;
  @Field(() => QuotationForm, { description: 'How the brief marks the quotation.' }) readonly form!: QuotationForm;
  @Field(() => String, { description: 'Quoted words, without marks at the beginning of further paragraphs or lines.' })
  readonly text!: string;
  @Field(() => FollowingCitation, {
    nullable: true,
    description: 'Citation that follows the quotation. Null if nothing there looks like one.',
  })
  readonly citation!: FollowingCitation | null;
  @Field(() => QuotationStatus, { description: 'Result of the check.' }) readonly status!: QuotationStatus;
  @Field(() => Tier, {
    nullable: true,
    description: 'How literally the quotation matches. Null unless it is VERIFIED.',
  })
  readonly tier!: Tier | null;
  @Field(() => QuotationPlace, {
    nullable: true,
    description: 'Place of the words, or of the most similar passage. Null unless the status is VERIFIED or ALTERED.',
  })
  readonly place!: QuotationPlace | null;
  @AtMost(MAX_DIFFERENCES)
  @Field(() => [QuotationDifference], {
    description: `Differences in the order of the document, the first ${MAX_DIFFERENCES}. Empty unless the status is ALTERED.`,
  })
  readonly differences!: readonly QuotationDifference[];
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of all differences.' })
  readonly differenceCount!: number;
  @Field(() => Boolean, {
    description:
      'True if an altered quotation shows all of its changes, by ellipses and brackets, and the document has its other words in their order. Words that are left out can still change the meaning.',
  })
  readonly isMarked!: boolean;
  @Field(() => Boolean, { description: 'True if the quotation leaves out footnotes or their marks.' })
  readonly leavesOutFootnotes!: boolean;
  @Field(() => Boolean, {
    description: 'True if the quotation ends with a full stop or a comma that the document doesn’t have there.',
  })
  readonly addsEndMark!: boolean;
  /** Footnotes and their marks that the quotation leaves out, as offsets into the extracted text. */
  readonly leftOut?: readonly TextRange[] | undefined;
}

@ObjectType({ description: 'Numbers of quotations by the results of their check.' })
export class QuotationCounts {
  @Field(() => GraphQLNonNegativeInt, { description: 'Quotations that were found in the brief.' })
  readonly total!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Quotations with the status VERIFIED.' })
  readonly verified!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Quotations with the status ALTERED.' })
  readonly altered!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Quotations with the status NOT_FOUND.' })
  readonly notFound!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Quotations with the status TOO_SHORT.' })
  readonly tooShort!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Quotations with the status TOO_REPETITIVE.' })
  readonly tooRepetitive!: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: `Quotations with the status NOT_CHECKED, and those after the first ${MAX_QUOTATIONS}.`,
  })
  readonly notChecked!: number;
}

@ObjectType({ description: 'A document version that quotations were looked up in.' })
class QuotationSource {
  @Field(() => ID, { description: 'Id of the document.' }) readonly documentId!: string;
  @Field(() => String, { description: 'Name of the document.' }) readonly documentName!: string;
  @Field(() => ID, { description: 'Id of the version: the newest one that was READY.' }) readonly versionId!: string;
  @Field(() => Sha256, { description: 'SHA-256 of the version’s bytes.' }) readonly versionSha256!: string;
  @Field(() => Sha256, { description: 'SHA-256 of the version’s extracted text in UTF-8.' })
  readonly textSha256!: string;
  @Field(() => GraphQLNonNegativeInt, { description: 'Length of the extracted text in UTF-16 units.' })
  readonly textLength!: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of pages whose text is missing or incomplete, such as scanned ones.',
  })
  readonly unreadPageCount!: number;
}

@ObjectType({
  description: 'Rules by which quotations were compared. A change of the rules has another version and digest.',
})
class QuotationRules {
  @Field(() => String, { description: 'Name of the rules.' }) readonly name!: string;
  @Field(() => String, { description: 'Version of the rules.' }) readonly version!: string;
  @Field(() => Sha256, { description: 'SHA-256 of the description of the rules.' }) readonly sha256!: string;
}

@ObjectType({
  description: 'Check of the quotations of a brief against the exact texts of documents. No model takes part.',
})
export class QuotationReport {
  @AtMost(MAX_QUOTATIONS)
  @Field(() => [ReportedQuotation], {
    description: `Quotations in the order of the brief, the first ${MAX_QUOTATIONS}.`,
  })
  readonly quotations!: readonly ReportedQuotation[];
  @Field(() => QuotationCounts, { description: 'Numbers of quotations by result.' }) readonly counts!: QuotationCounts;
  @Field(() => [GraphQLNonNegativeInt], {
    description: `Offsets in the brief of marks that open a quotation and are never closed, the first ${MAX_QUOTATIONS}. The rest of the brief is read without them.`,
  })
  readonly unclosed!: readonly number[];
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of all marks that are never closed.' })
  readonly unclosedCount!: number;
  @AtMost(MAX_SOURCES)
  @Field(() => [QuotationSource], { description: 'Versions that the quotations were looked up in.' })
  readonly sources!: readonly QuotationSource[];
  @Field(() => GraphQLNonNegativeInt, {
    description:
      'Number of documents that weren’t looked at, because together they are too long or their text can’t be loaded. If there are any, a quotation that the others don’t have is NOT_CHECKED.',
  })
  readonly uncheckedCount!: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of documents without a READY version, which can’t be looked at.',
  })
  readonly notReadyCount!: number;
  @Field(() => QuotationRules, { description: 'Rules by which quotations were compared.' })
  readonly rules!: QuotationRules;
  @Field(() => Sha256, {
    description: 'SHA-256 of the brief’s text in UTF-8, as sent or as extracted from the file.',
  })
  readonly briefTextSha256!: string;
  @Field(() => GraphQLNonNegativeInt, { description: 'Length of the brief’s text in UTF-16 units.' })
  readonly briefTextLength!: number;
  @Field(() => String, {
    nullable: true,
    description:
      'Text that was extracted from the file, which offsets refer to. Null for a brief that was sent as text.',
  })
  readonly briefText!: string | null;
  @Field(() => [GraphQLNonNegativeInt], {
    description:
      'Pages of the file whose text is missing or incomplete, such as scanned ones. Their quotations aren’t checked.',
  })
  readonly unreadBriefPages!: readonly number[];
  /** Id of the seal of this report. Absent without one. */
  readonly sealId?: string;
}
