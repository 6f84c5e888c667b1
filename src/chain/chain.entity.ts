import { defineEntity, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { DeclaredEnum } from '../platform/graphql/schema/declared-enum.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';

/** Kinds of records. Each feature declares its own by declaration merging and `chainKinds`. A kind is hashed with the record and never changes. */
export interface ChainKinds {
  ACT: true;
}

export type ChainKind = keyof ChainKinds;

export const chainKinds = new DeclaredEnum<ChainKind>('ChainKind', 'What an entry of the chain stands for.');
chainKinds.declare(
  'ACT',
  2,
  'What was done to the log itself: something was erased, or let go of when its time was over.',
);

const ChainEntrySchema = defineEntity({
  name: 'ChainEntry',
  properties: {
    seq: p.bigint('number').primary().autoincrement(false),
    kind: p.enum(() => chainKinds.items()).$type<ChainKind>(),
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
  @Field(() => chainKinds.values) declare kind: ChainKind;
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
      .enum(() => chainKinds.items())
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
      .enum(() => chainKinds.items())
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
