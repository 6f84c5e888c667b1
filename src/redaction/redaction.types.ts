import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { MOST_SHOWN, type RedactedText } from './redaction.service.ts';
import { FindingKind } from './text/finding.ts';

describeEnum(FindingKind, 'RedactionKind', 'Kind of personal data that is recognised reliably.', {
  PHONE: 'A telephone number that is valid in the numbering plan of its country.',
  IBAN: 'An IBAN with the length of its country and correct check digits.',
  CARD: 'A payment card number of a known network with a correct check digit.',
  NATIONAL_ID: 'A number that a state gives to a person, with correct check digits if it has any.',
  NAME: 'A name on the list of names. Other names are not recognised.',
});

export const MOST_KINDS = Object.keys(FindingKind).length;

@ObjectType({ description: 'How often something was redacted.' })
export class RedactionCount {
  @Field(() => FindingKind) readonly kind: FindingKind;
  @Field(() => GraphQLNonNegativeInt, { description: 'Places, however many of them are of the same thing.' })
  readonly count: number;

  constructor(kind: FindingKind, count: number) {
    this.kind = kind;
    this.count = count;
  }
}

@ObjectType({ description: 'A place that was redacted. What stood there is not repeated.' })
export class RedactionFinding {
  @Field(() => FindingKind) readonly kind!: FindingKind;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Where it begins in the text that was sent, in UTF-16 code units.',
  })
  readonly start!: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Where it ends, exclusive.' }) readonly end!: number;
  @Field(() => String, {
    description: 'What stands there now, e.g. `[EMAIL_1]`; `[EMAIL_1.2]` for the same in another spelling.',
  })
  readonly placeholder!: string;
}

@ObjectType('RedactedText', {
  description: 'The text, as far as it could be told redacted: a first layer, for a person to look at.',
})
export class RedactedTextView {
  @Field(() => String, { description: 'With placeholders, the same for the same thing.' }) readonly text: string;
  @AtMost(MOST_SHOWN)
  @Field(() => [RedactionFinding], { description: 'In their order.' })
  readonly findings: readonly RedactionFinding[];
  @AtMost(MOST_KINDS)
  @Field(() => [RedactionCount], { description: 'By kind; those that were not found are left out.' })
  readonly counts: readonly RedactionCount[];
  @Field(() => String, { nullable: true, description: 'Encrypted, for `restoreText`. Null unless it was asked for.' })
  readonly map: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'The map opens until then. Null without one.' })
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

/** In the order of their names. */
export function countsOf(counts: Iterable<readonly [FindingKind, number]>): RedactionCount[] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => new RedactionCount(kind, count));
}
