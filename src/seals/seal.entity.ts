import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Asset } from '../assets/index.ts';
import { Node, registerNode } from '../platform/graphql/node.ts';
import { Sha256 } from '../platform/graphql/scalars.ts';

export const SealStatus = { SEALED: 'SEALED' } as const;
export type SealStatus = (typeof SealStatus)[keyof typeof SealStatus];
registerEnumType(SealStatus, {
  name: 'SealStatus',
  description: 'How far the proof has come.',
  valuesConfig: { SEALED: { description: 'The statement about the bytes is signed.' } },
});

export const SealSubject = { TEXT: 'TEXT', ASSET: 'ASSET' } as const;
export type SealSubject = (typeof SealSubject)[keyof typeof SealSubject];
registerEnumType(SealSubject, { name: 'SealSubject', description: 'What the sealed bytes are.' });

const SealSchema = defineEntity({
  name: 'Seal',
  properties: {
    id: p.string().primary(),
    subject: p.enum(() => SealSubject).$type<SealSubject>(),
    asset: () => p.manyToOne(Asset).ref().nullable().index(),
    sha256: p.string().length(64).index(),
    byteLength: p.integer(),
    mediaType: p.string(),
    status: p
      .enum(() => SealStatus)
      .$type<SealStatus>()
      .default(SealStatus.SEALED),
    // The exact bytes that were signed. Never built again from the columns: a later version might spell them otherwise.
    statement: p.text(),
    signature: p.text(),
    keyId: p.string().length(64),
    logIndex: p.bigint('number').nullable(),
    sealedAt: p.datetime(3),
  },
});

/** A signed statement about exact bytes. Immutable once written. The text itself is not kept. */
@ObjectType({ implements: Node, description: 'A signed statement about exact bytes.' })
export class Seal extends SealSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => SealSubject) declare subject: SealSubject;
  @Field(() => Sha256, { description: 'Digest of the exact bytes.' }) declare sha256: string;
  @Field(() => GraphQLSafeInt) declare byteLength: number;
  @Field(() => String) declare mediaType: string;
  @Field(() => SealStatus) declare status: Opt<SealStatus>;
  @Field(() => String, { description: 'SHA-256 of the public key in SPKI form, as 64 hex digits.' })
  declare keyId: string;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Its place in the transparency log; null while it has none.',
  })
  declare logIndex: number | null;
  @Field(() => GraphQLDateTime) declare sealedAt: Date;
}
SealSchema.setClass(Seal);
registerNode('seal', 'Seal');
