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

export const chainKinds = new DeclaredEnum<ChainKind>('ChainKind', 'Kind of record behind an entry of the chain.');
chainKinds.declare(
  'ACT',
  2,
  'An act on the records themselves: personal data was erased, or records were deleted when their retention ended.',
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

/** An entry of the chain, which fixes the state of a record when it was linked, and of all entries before. Insert-only. */
@ObjectType({ description: 'Entry of the hash chain of records.' })
export class ChainEntry extends ChainEntrySchema.class {
  @Field(() => GraphQLSafeInt, { description: 'Sequence number, from 1 without gaps.' }) declare seq: number;
  @Field(() => chainKinds.values, { description: 'Kind of the record.' }) declare kind: ChainKind;
  @Field(() => ID, { description: 'Id of the record.' }) declare subjectId: string;
  @Field(() => Sha256, { description: 'SHA-256 of the exported record (canonical JSON).' }) declare digest: string;
  @Field(() => Sha256, {
    description: 'Hash of this entry, which includes the hash of the entry before and so all earlier entries.',
  })
  declare hash: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the record was linked.' }) declare recordedAt: Date;
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

/** A record to link. Written in the transaction of the record, deleted in the transaction of its entry. */
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
    // Null after erasure, so that no one can find out the erased value.
    salt: p.string().length(64).nullable(),
    // For kinds whose members are erased separately: the salts of the remaining members, instead of `salt`.
    salts: p.json<Record<string, string>>().nullable(),
    // Commitments to erased values. Null before an erasure, because they can be computed then.
    commitments: p.json<Record<string, string>>().nullable(),
    erasedAt: p.datetime(3).nullable(),
  },
});

/** Salts that keep erasable members of a record from being guessed from its digest. */
export class ChainBlinding extends ChainBlindingSchema.class {}
ChainBlindingSchema.setClass(ChainBlinding);

const ChainActSchema = defineEntity({
  name: 'ChainAct',
  properties: {
    id: p.string().primary(),
    record: p.json<Record<string, unknown>>(),
  },
});

/** An act on the records, such as an erasure. Insert-only and linked like any record. */
export class ChainAct extends ChainActSchema.class {}
ChainActSchema.setClass(ChainAct);
