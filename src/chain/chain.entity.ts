import { defineEntity, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { DeclaredEnum } from '../platform/graphql/schema/declared-enum.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';

/**
 * Kinds of records in the chain. Each feature declares its own by declaration merging and `chainKinds`. The name of a kind is
 * hashed with the record and never changes.
 */
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

/** An entry of the chain. It fixes the content of a record when the entry was added, and all previous entries. Insert-only. */
@ObjectType({ description: 'Entry of the hash chain of records.' })
export class ChainEntry extends ChainEntrySchema.class {
  @Field(() => GraphQLSafeInt, { description: 'Sequence number, from 1 without gaps.' }) declare seq: number;
  @Field(() => chainKinds.values, { description: 'Kind of the record.' }) declare kind: ChainKind;
  @Field(() => ID, { description: 'Id of the record.' }) declare subjectId: string;
  @Field(() => Sha256, {
    description:
      'SHA-256 of the record as exported, in canonical JSON. Values that can be erased are in it as commitments.',
  })
  declare digest: string;
  @Field(() => Sha256, {
    description: 'Hash of this entry, which includes the hash of the entry before and so all earlier entries.',
  })
  declare hash: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the record was added to the hash chain.' })
  declare recordedAt: Date;
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

/**
 * A record that waits to be added to the chain. Written in the transaction that writes the record, and deleted in the
 * transaction that adds its entry.
 */
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
    // Salt of the commitments. Null for kinds that use `salts`. Also null after erasure, so that the erased value can't be
    // guessed from its commitment.
    salt: p.string().length(64).nullable(),
    // Salts of the members that aren't erased, by member, for kinds whose members are erased separately. Null for other kinds,
    // which use `salt`.
    salts: p.json<Record<string, string>>().nullable(),
    // Commitments to erased values, by member. Null before an erasure, because they can then be computed from the values.
    commitments: p.json<Record<string, string>>().nullable(),
    erasedAt: p.datetime(3).nullable(),
  },
});

/**
 * Salts of the commitments to a record's erasable members. Without the salts, the members can't be guessed from the
 * commitments.
 */
export class ChainBlinding extends ChainBlindingSchema.class {}
ChainBlindingSchema.setClass(ChainBlinding);

const ChainActSchema = defineEntity({
  name: 'ChainAct',
  properties: {
    id: p.string().primary(),
    record: p.json<Record<string, unknown>>(),
  },
});

/** An act on the records, such as an erasure. Insert-only and added to the chain like any record. */
export class ChainAct extends ChainActSchema.class {}
ChainActSchema.setClass(ChainAct);
