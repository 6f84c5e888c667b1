import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLPositiveInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { newId } from '../platform/ids.ts';
import type { StoredNotice } from './document-notice.type.ts';
import { VersionState } from './version-state.ts';

const DocumentVersionSchema = defineEntity({
  name: 'DocumentVersion',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('documentVersion')),
    documentId: p.string(),
    caseId: p.string(),
    // Counts from 1 within the document.
    number: p.integer(),
    state: p.enum(() => VersionState).$type<VersionState>(),
    // Digest and size of the uploaded bytes. They stay after an erasure.
    sha256: p.string(),
    byteSize: p.bigint('number'),
    mediaType: p.string().nullable(),
    // Digest and length (in UTF-16 units) of the text that all offsets refer to. They stay after an erasure.
    textSha256: p.string().nullable(),
    textLength: p.integer().nullable(),
    // Digest and size of the stored reading: text, blocks, pages and their boxes, as compressed JSON.
    readingSha256: p.string().nullable(),
    readingSize: p.bigint('number').nullable(),
    // Name and version of the rules by which the text was extracted.
    extractor: p.string().nullable(),
    language: p.string().nullable(),
    title: p.text().nullable().hidden(),
    // Pages of a PDF.
    pageCount: p.integer().nullable(),
    pagesDone: p.integer().default(0),
    // Attempts to read the version that ended neither well nor with a refusal.
    attempts: p.integer().default(0),
    // Code and sentence why the version was refused or failed.
    refusal: p.string().nullable(),
    refusalMessage: p.text().nullable(),
    // JSON array of notices of the extraction, such as scanned pages.
    notices: p.json().$type<readonly StoredNotice[]>().nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    startedAt: p.datetime(3).nullable(),
    readyAt: p.datetime(3).nullable(),
    erasedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { properties: ['documentId', 'number'] },
    { properties: ['caseId', 'sha256'] },
    { properties: ['caseId', 'state'] },
    { properties: ['sha256'] },
    { properties: ['readingSha256'] },
    {
      name: 'document_version_under_way_index',
      expression: `create index "document_version_under_way_index" on "document_version" ("id") where "state" in ('WAITING', 'READING', 'INDEXING')`,
    },
  ],
});

/** One version of a document. Its bytes never change. */
@ObjectType({ implements: Node, description: 'One version of a document. Its bytes never change.' })
export class DocumentVersion extends DocumentVersionSchema.class implements Node {
  @Field(() => ID, { description: 'Opaque id. Ids sort by time of creation.' }) declare id: string;
  @Field(() => ID, { description: 'Document that this is a version of.' }) declare documentId: string;
  @Field(() => GraphQLPositiveInt, { description: 'Number of the version, counted from 1 within the document.' })
  declare number: number;
  @Field(() => VersionState, { description: 'Progress of the version.' }) declare state: VersionState;
  @Field(() => Sha256, { description: 'SHA-256 of the uploaded bytes. It stays after an erasure.' })
  declare sha256: string;
  @Field(() => GraphQLSafeInt, { description: 'Size of the uploaded bytes.' }) declare byteSize: number;
  @Field(() => String, {
    nullable: true,
    description:
      'Media type, such as `application/pdf`. It is recognised from the bytes when the version is read. Until then, it is the type that an e-mail declares for its attachment, and null for other files.',
  })
  declare mediaType: string | null;
  @Field(() => Sha256, {
    nullable: true,
    description: 'SHA-256 of the extracted text in UTF-8. It stays after an erasure. Null until the version was read.',
  })
  declare textSha256: string | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'Length of the extracted text in UTF-16 code units, in which offsets are counted. Null until the version was read.',
  })
  declare textLength: number | null;
  declare readingSha256: string | null;
  declare readingSize: number | null;
  @Field(() => String, {
    nullable: true,
    description: 'Name and version of the rules by which the text was extracted. Null until the version was read.',
  })
  declare extractor: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Language of the text as a BCP 47 tag, such as `de`. Null if it is unknown.',
  })
  declare language: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Title that the document itself states. Null if it states none, and once it is erased.',
  })
  declare title: string | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Number of pages of a PDF. Null for other documents, and until the pages were counted.',
  })
  declare pageCount: number | null;
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of pages that were read so far.' })
  declare pagesDone: Opt<number>;
  declare attempts: Opt<number>;
  @Field(() => String, {
    nullable: true,
    description: 'Code of the reason why the version was refused or failed, such as `ENCRYPTED`. Null otherwise.',
  })
  declare refusal: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Explanation for people: why the version was refused or failed, and what to do. Null otherwise.',
  })
  declare refusalMessage: string | null;
  declare notices: readonly StoredNotice[] | null;
  @Field(() => String, { description: 'Actor who uploaded the version.' }) declare createdBy: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the version was uploaded.' }) declare createdAt: Opt<Date>;
  declare startedAt: Date | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the version became READY. Null until then.',
  })
  declare readyAt: Date | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the version was erased. Null: it isn’t erased.',
  })
  declare erasedAt: Date | null;
}
DocumentVersionSchema.setClass(DocumentVersion);
