import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';

const DocumentSchema = defineEntity({
  name: 'Document',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('document')),
    caseId: p.string(),
    // Path within the case, such as `letters/2024/offer.pdf`. Null once the document is erased. Hidden from the audit trail.
    name: p.text().nullable().hidden(),
    // The e-mail that this document was attached to.
    parentId: p.string().nullable(),
    // The newest version that is ready. Null until the first one is, and once the document is erased.
    currentVersionId: p.string().nullable(),
    erasedAt: p.datetime(3).nullable(),
    erasedBy: p.string().nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  indexes: [
    { properties: ['caseId', 'id'] },
    { properties: ['parentId'] },
    {
      name: 'document_case_id_name_unique',
      expression: `create unique index "document_case_id_name_unique" on "document" ("case_id", "name") where "erased_at" is null`,
    },
  ],
});

/** A document of a case. Its contents are in its versions. */
@ObjectType({ implements: Node, description: 'A document of a case. Its contents are in its versions.' })
export class Document extends DocumentSchema.class implements Node {
  @Field(() => ID, { description: 'Opaque id. Ids sort by time of creation.' }) declare id: string;
  @Field(() => ID, { description: 'Case that the document belongs to.' }) declare caseId: string;
  @Field(() => String, {
    nullable: true,
    description: 'Path within the case, such as `letters/2024/offer.pdf`. Null once the document is erased.',
  })
  declare name: string | null;
  @Field(() => ID, {
    nullable: true,
    description: 'E-mail that the document was attached to. Null: it was uploaded by itself.',
  })
  declare parentId: string | null;
  declare currentVersionId: string | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the document was erased. Null: it isn’t erased.',
  })
  declare erasedAt: Date | null;
  declare erasedBy: string | null;
  @Field(() => String, { description: 'Actor who uploaded the document.' }) declare createdBy: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the document was uploaded.' }) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, { description: 'Time when the document last got a version, or was erased.' })
  declare updatedAt: Opt<Date>;
}
DocumentSchema.setClass(Document);
