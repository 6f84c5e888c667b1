import { Field, ID, Int, ObjectType } from 'type-graphql';
import { TextRange, Tier } from '../../../documents/index.ts';
import { describeEnum } from '../../../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../../../platform/graphql/schema/list-size.ts';
import { Sha256 } from '../../../platform/graphql/schema/scalars.ts';
import { MOST_CLAIMS, MOST_QUOTATIONS_OF_CLAIM } from './citation-check.ts';
import {
  type AnswerClaim,
  type CharacterRange,
  type CitedAnswer,
  CitedOutcome,
  type DocumentCitation,
  type FaultyQuotation,
  QuotationFault,
} from './cited-answer.ts';

export const CitedOutcomeType = CitedOutcome;
describeEnum(CitedOutcome, 'CitedOutcome', 'How far the documents support an answer.', {
  SUPPORTED: 'Every statement has a verified quotation.',
  PARTLY_SUPPORTED: 'Some statements have a verified quotation.',
  UNSUPPORTED: 'No statement has a verified quotation.',
  NOT_IN_DOCUMENTS: 'The model found no answer in the documents, and states nothing else.',
});
describeEnum(QuotationFault, 'QuotationFault', 'Reason why a quotation of a model is not a citation.', {
  ALTERED: 'The cited document has the passage with other words, numbers or negations.',
  NOT_FOUND: 'The documents don’t have these words, or the version can’t be read any more.',
  TOO_SHORT: 'The quotation has fewer than three words or 12 letters and digits, so it would fit many places.',
  CUT_OFF: 'The answer ended within the quotation.',
  NOT_CHECKED:
    'The answer has more than 200 quotations, of which the first are checked, or the documents are too long to check it.',
});

@ObjectType('DocumentCitation', { description: 'A quotation that this service found in a document version.' })
class DocumentCitationView {
  @Field(() => ID, { description: 'Id of the document.' }) readonly documentId!: string;
  @Field(() => String, { description: 'Name of the document when it was cited.' }) readonly documentName!: string;
  @Field(() => ID, { description: 'Id of the version that the answer is from.' }) readonly versionId!: string;
  @Field(() => Sha256, { description: 'SHA-256 of the version’s bytes.' }) readonly versionSha256!: string;
  @Field(() => Sha256, { description: 'SHA-256 of the version’s extracted text.' }) readonly textSha256!: string;
  @Field(() => Int, { description: 'First character in the extracted text, in UTF-16 units from 0.' })
  readonly start!: number;
  @Field(() => Int, { description: 'First character after the quotation.' }) readonly end!: number;
  @Field(() => String, { description: 'Words at this place, cut from the document and not from the answer.' })
  readonly words!: string;
  @Field(() => Tier, { description: 'How literally the quotation matches.' }) readonly tier!: Tier;
  @Field(() => Int, {
    nullable: true,
    description: 'First page of the passage, from 1. Null if unknown or without pages.',
  })
  readonly pageFirst!: number | null;
  @Field(() => Int, { nullable: true, description: 'Last page of the passage. Null if unknown or without pages.' })
  readonly pageLast!: number | null;
  @Field(() => [String], { description: 'Headings above the passage, the outermost first. Empty if unknown.' })
  readonly headingPath!: readonly string[];
  @Field(() => Boolean, {
    description: 'True if the model named another passage, and this service found the words here instead.',
  })
  readonly isElsewhere!: boolean;
  @Field(() => TextRange, { description: 'Place in the text of the answer that cites the document.' })
  readonly inAnswer!: CharacterRange;
}

@ObjectType('FaultyQuotation', { description: 'A quotation of the model that is not in the documents.' })
class FaultyQuotationView {
  @Field(() => QuotationFault, { description: 'Reason.' }) readonly fault!: QuotationFault;
  @Field(() => TextRange, { description: 'Place in the text of the answer.' }) readonly inAnswer!: CharacterRange;
}

@ObjectType({ description: 'A statement of an answer from documents.' })
export class CitedClaim implements AnswerClaim {
  @Field(() => String, { description: 'Text of the statement. Empty for quotations without one.' })
  readonly text!: string;
  @Field(() => Int, { description: 'First character in the text of the answer, in UTF-16 units from 0.' })
  readonly start!: number;
  @Field(() => Int, { description: 'First character after the statement.' }) readonly end!: number;
  @Field(() => Boolean, {
    description:
      'True if at least one quotation under the statement is verified. The service checks the words, not whether the statement follows from them.',
  })
  readonly isSupported!: boolean;
  @AtMost(MOST_QUOTATIONS_OF_CLAIM)
  @Field(() => [DocumentCitationView], { description: 'Verified quotations.' })
  readonly citations!: readonly DocumentCitation[];
  @AtMost(MOST_QUOTATIONS_OF_CLAIM)
  @Field(() => [FaultyQuotationView], {
    description: 'Quotations that are not in the documents as the model wrote them.',
  })
  readonly faultyQuotations!: readonly FaultyQuotation[];
}

@ObjectType('CitedAnswer', {
  description: 'Statements of an answer from documents, with the quotations that this service verified.',
})
export class CitedAnswerView {
  @Field(() => CitedOutcome, { description: 'How far the documents support the answer.' })
  readonly outcome: CitedOutcome;
  @AtMost(MOST_CLAIMS)
  @Field(() => [CitedClaim], { description: 'Statements of the answer, in their order.' })
  readonly claims: readonly CitedClaim[];

  constructor({ outcome, claims }: CitedAnswer) {
    this.outcome = outcome;
    this.claims = claims.map((claim) => Object.assign(new CitedClaim(), claim));
  }
}
