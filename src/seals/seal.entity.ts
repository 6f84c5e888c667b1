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
  PENDING_TIMESTAMP: 'The seal is signed and in the log. The time stamp of the authority is pending.',
  SEALED:
    'The seal is signed and in the log. It also has a time stamp, unless no authority was configured or the stamp was unusable.',
  SUPERSEDED: 'Superseded by another seal.',
  REVOKED: 'The seal was revoked with a reason. It still proves which bytes were sealed and when.',
});
export type SealStatus = keyof typeof SealStatus;

export const SealSubject = graphEnum('SealSubject', 'Kind of sealed content.', {
  TEXT: 'Text that a caller sent.',
  ASSET: 'A picture of the bank.',
  VERIFIER: 'The verifier page that this service offers for download.',
  OUTPUT: 'Output text of a run.',
  DOCUMENT_VERSION: 'Digests of a version of a document.',
  CITATIONS: 'Verified citations of an answer from documents.',
  QUOTATION_REPORT: 'Report about the quotations of a text.',
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
  'Party that revoked or superseded a seal. It is part of the signed statement.',
  {
    OWNER: 'A caller with the owner token, which was returned with the seal.',
    OPERATOR: 'An operator, on behalf of this service, which is the issuer.',
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
    // Kind of caller that requested the seal. Null for seals from before submitters were recorded.
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
    // The exact bytes of the statement that were signed. Never rebuilt from the columns, because a later release might format
    // them differently.
    statement: p.text(),
    signature: p.blob(),
    keyId: p.string().length(64),
    log: p.smallint(),
    logIndex: p.bigint('number'),
    // RFC 3161 time stamp response over the seal's signature.
    timeStamp: p.blob().nullable(),
    // SHA-256 of the owner token, which allows revoking the seal and reading the stored text.
    ownerTokenHash: p.blob().nullable(),
    // The sealed text, encrypted. Null unless its owner asked to store it.
    retained: p.blob().nullable(),
    sealedAt: p.datetime(3),
    // Time when the sealed picture was erased from the bank. The digest stays, so a copy can still be verified.
    bytesPurgedAt: p.datetime(3).nullable(),
    // Run that returned the sealed text. No foreign key: runs are deleted by month, and the seal stays.
    runId: p.string().nullable(),
    // The sealed citation file. Null for other seals, whose bytes aren't stored here.
    content: p.text().nullable().lazy(),
  },
  uniques: [{ properties: ['log', 'logIndex'] }],
  indexes: [
    // Index that finds the newest seal of an asset in one step. Seals of texts, which are most, aren't in it.
    {
      name: 'seal_asset_id_id_index',
      expression: `create index "seal_asset_id_id_index" on "seal" ("asset_id", "id") where "asset_id" is not null`,
    },
    {
      name: 'seal_run_id_id_index',
      expression: `create index "seal_run_id_id_index" on "seal" ("run_id", "id") where "run_id" is not null`,
    },
    // Partial index of the sealed verifiers: a few rows among millions, read for every trust file.
    {
      name: 'seal_verifier_index',
      expression: `create index "seal_verifier_index" on "seal" ("log", "log_index") where "subject" = 'VERIFIER'`,
    },
    // Indexes for the list of seals, one per filter.
    { name: 'seal_sealed_at_id_index', properties: ['sealedAt', 'id'] },
    { name: 'seal_subject_sealed_at_id_index', properties: ['subject', 'sealedAt', 'id'] },
    { name: 'seal_key_id_sealed_at_id_index', properties: ['keyId', 'sealedAt', 'id'] },
    {
      name: 'seal_not_plain_index',
      expression: `create index "seal_not_plain_index" on "seal" ("status", "sealed_at", "id") where "status" <> 'SEALED'`,
    },
  ],
});

/**
 * A signed statement about exact bytes, and its position in the log. The statement never changes, and a sealed text isn't stored
 * unless its owner asked for that.
 */
@ObjectType({ implements: Node, description: 'A signed statement about exact bytes.' })
export class Seal extends SealSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => SealSubject, { description: 'Kind of sealed content.' }) declare subject: SealSubject;
  @Field(() => Sha256, { description: 'SHA-256 of the exact sealed bytes.' }) declare sha256: string;
  @Field(() => GraphQLSafeInt, { description: 'Number of sealed bytes, including the salt of a private seal.' })
  declare byteLength: number;
  @Field(() => String, { description: 'Media type of the content, e.g. `text/plain; charset=utf-8`.' })
  declare mediaType: string;
  @Field(() => SealStatus, { description: 'Current status.' }) declare status: Opt<SealStatus>;
  @Field(() => Submitter, {
    nullable: true,
    description: 'Kind of caller that requested the seal. Null for seals from before the submitter was recorded.',
  })
  declare submitter: Opt<Submitter | null>;
  @Field(() => Boolean, {
    description: 'True if the digest includes a secret salt in front of the text. Only the owner has the salt.',
  })
  declare isPrivate: boolean;
  @Field(() => String, {
    description: 'Id of the signing key: SHA-256 of its public key in SPKI form, as 64 hex digits.',
  })
  declare keyId: string;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the sealed picture was erased from the bank. Null if it wasn’t. The digest stays, so a copy can still be verified.',
  })
  declare bytesPurgedAt: Opt<Date | null>;
  @Field(() => GraphQLSafeInt, { description: 'Position in the transparency log, from 0.' })
  declare logIndex: number;
  @Field(() => GraphQLDateTime, { description: 'Time of sealing, by the service’s clock.' }) declare sealedAt: Date;
}
SealSchema.setClass(Seal);
