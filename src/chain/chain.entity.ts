import { defineEntity, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';

/** What entries stand for. It is hashed with them, so a word never changes its meaning. */
export const ChainKind = { RUN: 'RUN', ACT: 'ACT', AUDIT_ENTRY: 'AUDIT_ENTRY', DECISION: 'DECISION' } as const;
export type ChainKind = (typeof ChainKind)[keyof typeof ChainKind];
registerEnumType(ChainKind, {
  name: 'ChainKind',
  description: 'What an entry of the chain stands for.',
  valuesConfig: {
    RUN: { description: 'A run with its attempts.' },
    ACT: { description: 'What was done to the log itself: something was erased, or let go of when its time was over.' },
    AUDIT_ENTRY: { description: 'What somebody did or tried, of the audit trail.' },
    DECISION: { description: 'What one person has decided about a request for approval, as it was sealed.' },
  },
});

const ChainEntrySchema = defineEntity({
  name: 'ChainEntry',
  properties: {
    seq: p.bigint('number').primary().autoincrement(false),
    kind: p.enum(() => ChainKind).$type<ChainKind>(),
    subjectId: p.string(),
    digest: p.string().length(64),
    previous: p.string().length(64),
    hash: p.string().length(64),
    recordedAt: p.datetime(3),
  },
  uniques: [{ properties: ['kind', 'subjectId'] }],
});

/** A link of the chain: what a record was when it was linked, and all that was linked before it. Insert-only. */
@ObjectType({ description: 'A link of the hash chain over the log.' })
export class ChainEntry extends ChainEntrySchema.class {
  @Field(() => GraphQLSafeInt, { description: 'Its place, from 1 on, without holes.' }) declare seq: number;
  @Field(() => ChainKind) declare kind: ChainKind;
  @Field(() => ID, { description: 'Of what it stands for.' }) declare subjectId: string;
  @Field(() => Sha256, { description: 'Of the record’s canonical JSON, as it is exported.' }) declare digest: string;
  @Field(() => Sha256, { description: 'Of this entry and, by the entry before, of all that came before it.' })
  declare hash: string;
  @Field(() => GraphQLDateTime, { description: 'When it was linked.' }) declare recordedAt: Date;
}
ChainEntrySchema.setClass(ChainEntry);

const ChainPendingSchema = defineEntity({
  name: 'ChainPending',
  properties: {
    kind: p
      .enum(() => ChainKind)
      .$type<ChainKind>()
      .primary(),
    subjectId: p.string().primary(),
  },
});

/** What is to be linked: written in the transaction of the record, and taken away in that of its entry. */
export class ChainPending extends ChainPendingSchema.class {}
ChainPendingSchema.setClass(ChainPending);

const ChainBlindingSchema = defineEntity({
  name: 'ChainBlinding',
  properties: {
    kind: p
      .enum(() => ChainKind)
      .$type<ChainKind>()
      .primary(),
    subjectId: p.string().primary(),
    // Null once what it hides was erased: then nobody can find out what that was.
    salt: p.string().length(64).nullable(),
    // Of kinds whose members are erased one by one, a salt for each that is still there, in place of the one for all.
    salts: p.json<Record<string, string>>().nullable(),
    // What stands in the record for what was erased; null before that, when they can be computed.
    commitments: p.json<Record<string, string>>().nullable(),
    erasedAt: p.datetime(3).nullable(),
  },
});

/** What keeps the erasable members of a record from being guessed by its digest. */
export class ChainBlinding extends ChainBlindingSchema.class {}
ChainBlindingSchema.setClass(ChainBlinding);

const ChainActSchema = defineEntity({
  name: 'ChainAct',
  properties: {
    id: p.string().primary(),
    record: p.json<Record<string, unknown>>(),
  },
});

/** What was done to the log itself. Insert-only, and linked like everything else. */
export class ChainAct extends ChainActSchema.class {}
ChainActSchema.setClass(ChainAct);
