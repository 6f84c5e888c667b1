import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Tier } from '../../../documents/index.ts';
import { AtMost } from '../../../platform/graphql/schema/list-size.ts';
import { Sha256 } from '../../../platform/graphql/schema/scalars.ts';
import { MOST_CLAIMS, MOST_QUOTATIONS_OF_CLAIM } from './citation-check.ts';
import { CitedOutcome, QuotationFault } from './cited-answer.ts';
import type { RecordedCitation, RecordedClaim } from './recorded-answer.ts';

/** A recorded citation, with its words if the caller can read the document. */
export interface ReadCitation extends RecordedCitation {
  readonly words: string | null;
}

@ObjectType('RecordedCitation', {
  description: 'A verified quotation of a document version, as it was recorded: place and digests.',
})
class RecordedCitationView {
  @Field(() => ID, { description: 'Id of the document.' }) readonly documentId!: string;
  @Field(() => ID, { description: 'Id of the version that the answer is from.' }) readonly versionId!: string;
  @Field(() => Sha256, { description: 'SHA-256 of the version’s bytes.' }) readonly versionSha256!: string;
  @Field(() => Sha256, { description: 'SHA-256 of the version’s extracted text.' }) readonly textSha256!: string;
  @Field(() => Int, { description: 'First character in the extracted text, in UTF-16 units from 0.' })
  readonly start!: number;
  @Field(() => Int, { description: 'First character after the quotation.' }) readonly end!: number;
  @Field(() => Tier, { description: 'How literally the quotation matches.' }) readonly tier!: Tier;
  @Field(() => Int, { nullable: true, description: 'First page, from 1. Null if unknown or without pages.' })
  readonly pageFirst!: number | null;
  @Field(() => Int, { nullable: true, description: 'Last page. Null if unknown or without pages.' })
  readonly pageLast!: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Words at this place, read from the document now. Null if the caller can’t read its case, it was erased, or the answer cites more than 20 versions before it.',
  })
  readonly words!: string | null;
}

@ObjectType('RecordedClaim', { description: 'A statement of an answer from documents, without its words.' })
class RecordedClaimView {
  @Field(() => Boolean, { description: 'True if at least one quotation of the statement was verified.' })
  readonly isSupported!: boolean;
  @AtMost(MOST_QUOTATIONS_OF_CLAIM)
  @Field(() => [RecordedCitationView], { description: 'Verified quotations.' })
  readonly citations!: readonly ReadCitation[];
  @Field(() => [QuotationFault], {
    description: 'Reasons why other quotations of the statement weren’t verified, one for each.',
  })
  readonly faults!: readonly QuotationFault[];
}

@ObjectType('RunCitations', { description: 'Verification of an answer from documents, as it was recorded.' })
export class RunCitationsView {
  @Field(() => CitedOutcome, { description: 'How far the documents support the answer.' })
  readonly outcome: CitedOutcome;
  @AtMost(MOST_CLAIMS)
  @Field(() => [RecordedClaimView], { description: 'Statements of the answer, in their order.' })
  readonly claims: readonly RecordedClaimView[];

  /** @param words words of a citation, if the caller can read them */
  constructor(
    { outcome, claims }: { outcome: CitedOutcome; claims: readonly RecordedClaim[] },
    words: ReadonlyMap<RecordedCitation, string>,
  ) {
    this.outcome = outcome;
    this.claims = claims.map(({ isSupported, citations, faultyQuotations }) => ({
      isSupported,
      citations: citations.map((one) => ({ ...one, words: words.get(one) ?? null })),
      faults: faultyQuotations.map(({ fault }) => fault),
    }));
  }
}
