import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { MOST_SHOWN, type RedactedText } from './redaction.service.ts';
import { FindingKind } from './text/finding.ts';

describeEnum(FindingKind, 'RedactionKind', 'Kind of personal data that is recognised reliably.', {
  EMAIL: 'An e-mail address.',
  IP: 'An IPv4 or IPv6 address.',
  PHONE:
    'A telephone number that is valid in the numbering plan of its country. In a text with hundreds of numbers, its form is enough.',
  IBAN: 'An IBAN with the length of its country and correct check digits.',
  CARD: 'A payment card number of a known network with a correct check digit.',
  NATIONAL_ID: 'A number that a state gives to a person, with correct check digits if it has any.',
  NAME: 'A name on the customer’s list, or one sent with the text. Other names are not recognised.',
});

export const MOST_KINDS = Object.keys(FindingKind).length;

@ObjectType({ description: 'Number of redacted places of one kind.' })
export class RedactionCount {
  @Field(() => FindingKind, { description: 'Kind of personal data.' }) readonly kind: FindingKind;
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of redacted places. Repeated values count each time.' })
  readonly count: number;

  constructor(kind: FindingKind, count: number) {
    this.kind = kind;
    this.count = count;
  }
}

@ObjectType({ description: 'Redacted place in a text, without the original value.' })
export class RedactionFinding {
  @Field(() => FindingKind, { description: 'Kind of personal data.' }) readonly kind!: FindingKind;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Start of the place in the original text, in UTF-16 code units.',
  })
  readonly start!: number;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'End of the place in the original text, exclusive, in UTF-16 code units.',
  })
  readonly end!: number;
  @Field(() => String, {
    description:
      'Placeholder in the redacted text, such as `[EMAIL_1]`. `[EMAIL_1.2]` is the same value in another spelling.',
  })
  readonly placeholder!: string;
}

@ObjectType('RedactedText', {
  description: 'Redacted text. A first layer of redaction: a person must check the result.',
})
export class RedactedTextView {
  @Field(() => String, {
    description: 'Text with placeholders. Equal values in the same spelling have the same placeholder.',
  })
  readonly text: string;
  @AtMost(MOST_SHOWN)
  @Field(() => [RedactionFinding], { description: 'Redacted places, in the order of the text.' })
  readonly findings: readonly RedactionFinding[];
  @AtMost(MOST_KINDS)
  @Field(() => [RedactionCount], {
    description: 'Number of redacted places by kind. Kinds without a place are omitted.',
  })
  readonly counts: readonly RedactionCount[];
  @Field(() => String, {
    nullable: true,
    description: 'Encrypted map for `restoreText`. Null unless `keepMap` was true.',
  })
  readonly map: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Expiry of the map. Null without a map.' })
  readonly mapExpiresAt: Date | null;

  constructor({ text, findings, sealed }: RedactedText) {
    this.text = text;
    this.findings = findings as readonly RedactionFinding[];
    const byKind = Map.groupBy(findings, ({ kind }) => kind);
    this.counts = countsOf([...byKind].map(([kind, all]) => [kind, all.length] as const));
    this.map = sealed?.token ?? null;
    this.mapExpiresAt = sealed?.expiresAt ?? null;
  }
}

/** Converts counts to GraphQL objects, sorted by the name of the kind. */
export function countsOf(counts: Iterable<readonly [FindingKind, number]>): RedactionCount[] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => new RedactionCount(kind, count));
}
