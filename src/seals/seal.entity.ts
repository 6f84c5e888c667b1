import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Asset } from '../assets/index.ts';
import { describeEnum, graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { StatusAuthor, Submitter } from '../proof/statement.ts';
import { Disclaimer } from './disclaimer.entity.ts';

export const SealStatus = graphEnum('SealStatus', 'Status of a seal.', {
  PENDING_TIMESTAMP: 'Signed and in the log. The time stamp of the authority is pending.',
  SEALED: 'Signed and in the log, with a time stamp if an authority is configured.',
  SUPERSEDED: 'Superseded by another seal.',
  REVOKED: 'Revoked with a reason. It still proves which bytes were sealed and when.',
});
export type SealStatus = keyof typeof SealStatus;

export const SealSubject = graphEnum('SealSubject', 'Kind of sealed content.', {
  TEXT: 'Text that a caller sent.',
  ASSET: 'A picture of the bank.',
  VERIFIER: 'The verifier page that this service offers for download.',
  OUTPUT: 'Output text of a run.',
});
export type SealSubject = keyof typeof SealSubject;

describeEnum(
  Submitter,
  'SealSubmitter',
  'Kind of caller that submitted the content, by its credential. It is part of the signed statement.',
  {
    ANONYMOUS: 'An anonymous caller.',
    INTEGRATION: 'A program with an integration key of this service.',
    PARTNER: 'A caller with the link of a partner.',
    OPERATOR: 'An operator of this service.',
    CUSTOMER: 'A customer of this service.',
    AGENT: 'A software agent.',
    SERVICE: 'This service itself.',
    UNKNOWN: 'A caller with another kind of credential.',
  },
);

describeEnum(
  StatusAuthor,
  'SealStatusAuthor',
  'Who revoked or superseded a seal. It is part of the signed statement.',
  {
    OWNER: 'The submitter, with the token that was returned with the seal.',
    OPERATOR: 'An operator of this service, which is the issuer.',
  },
);

const SealSchema = defineEntity({
  name: 'Seal',
  properties: {
    id: p.string().primary(),
    subject: p.enum(() => SealSubject).$type<SealSubject>(),
    asset: () => p.manyToOne(Asset).ref().nullable(),
    disclaimer: () => p.manyToOne(Disclaimer).ref().nullable(),
    supersededBy: p.string().nullable(),
    // Null for those from before it was recorded.
    submitter: p
      .enum(() => Submitter)
      .$type<Submitter>()
      .nullable(),
    isPrivate: p.boolean(),
    sha256: p.string().length(64).index(),
    byteLength: p.integer(),
    mediaType: p.string(),
    status: p
      .enum(() => SealStatus)
      .$type<SealStatus>()
      .default(SealStatus.SEALED),
    // The exact bytes that were signed. Never built again from the columns: a later version might spell them otherwise.
    statement: p.text(),
    signature: p.blob(),
    keyId: p.string().length(64),
    log: p.smallint(),
    logIndex: p.bigint('number'),
    // An RFC 3161 response over the signature.
    timeStamp: p.blob().nullable(),
    // Who can show the token may withdraw the seal and fetch the kept text. Kept as a hash.
    ownerTokenHash: p.blob().nullable(),
    // The text, encrypted; only when its owner asked for that.
    retained: p.blob().nullable(),
    sealedAt: p.datetime(3),
    // When the sealed picture was erased from the bank. The digest stays, so a copy can still be checked.
    bytesPurgedAt: p.datetime(3).nullable(),
    // Of the run whose output it is. No foreign key: runs are let go of by the month, and a seal stays.
    runId: p.string().nullable(),
  },
  uniques: [{ properties: ['log', 'logIndex'] }],
  indexes: [
    // The newest seal of an asset is one step along it. Texts, which are the most, have no place in it.
    {
      name: 'seal_asset_id_id_index',
      expression: `create index "seal_asset_id_id_index" on "seal" ("asset_id", "id") where "asset_id" is not null`,
    },
    {
      name: 'seal_run_id_id_index',
      expression: `create index "seal_run_id_id_index" on "seal" ("run_id", "id") where "run_id" is not null`,
    },
    // A handful among millions, and asked for with every trust file.
    {
      name: 'seal_verifier_index',
      expression: `create index "seal_verifier_index" on "seal" ("log", "log_index") where "subject" = 'VERIFIER'`,
    },
    // The list of them, by each of its filters.
    { name: 'seal_sealed_at_id_index', properties: ['sealedAt', 'id'] },
    { name: 'seal_subject_sealed_at_id_index', properties: ['subject', 'sealedAt', 'id'] },
    { name: 'seal_key_id_sealed_at_id_index', properties: ['keyId', 'sealedAt', 'id'] },
    {
      name: 'seal_not_plain_index',
      expression: `create index "seal_not_plain_index" on "seal" ("status", "sealed_at", "id") where "status" <> 'SEALED'`,
    },
  ],
});

/** A signed statement about exact bytes and its place in the log. What was signed never changes; the text is not kept. */
@ObjectType({ implements: Node, description: 'A signed statement about exact bytes.' })
export class Seal extends SealSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => SealSubject) declare subject: SealSubject;
  @Field(() => Sha256, { description: 'Digest of the exact bytes.' }) declare sha256: string;
  @Field(() => GraphQLSafeInt) declare byteLength: number;
  @Field(() => String) declare mediaType: string;
  @Field(() => SealStatus) declare status: Opt<SealStatus>;
  @Field(() => Submitter, {
    nullable: true,
    description: 'Kind of the caller that requested the seal. Null for seals from before it was recorded.',
  })
  declare submitter: Opt<Submitter | null>;
  @Field(() => Boolean, { description: 'Whether a salt stands in front of the text, which only its owner has.' })
  declare isPrivate: boolean;
  @Field(() => String, { description: 'SHA-256 of the public key in SPKI form, as 64 hex digits.' })
  declare keyId: string;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'When the sealed picture was erased from the bank for good; null when it was not. The digest stays: whoever has a copy can still check it.',
  })
  declare bytesPurgedAt: Opt<Date | null>;
  @Field(() => GraphQLSafeInt, { description: 'Its place in the transparency log.' })
  declare logIndex: number;
  @Field(() => GraphQLDateTime) declare sealedAt: Date;
}
SealSchema.setClass(Seal);
