import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLPositiveInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { DataClass } from '../models/index.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';

const CaseSchema = defineEntity({
  name: 'Case',
  tableName: 'document_case',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('case')),
    customerId: p.string(),
    // Null once the case is erased. Hidden, because the audit trail is read by people who can't read the case.
    name: p.text().nullable().hidden(),
    dataClass: p.enum(() => DataClass).$type<DataClass>(),
    // Months after which documents are erased, counted from their upload. Null: kept until someone erases them.
    retentionMonths: p.integer().nullable(),
    // Number of documents that aren't erased, and bytes of all their versions. Changed together with them.
    documentCount: p.integer().default(0),
    byteCount: p.bigint('number').defaultRaw('0'),
    // Incremented by every change, so that a concurrent edit is detected.
    version: p.integer().default(1),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    erasedAt: p.datetime(3).nullable(),
    erasedBy: p.string().nullable(),
  },
  indexes: [{ properties: ['customerId', 'id'] }],
});

/** A set of a customer’s documents that are searched and cited together. */
@ObjectType({
  implements: Node,
  description: 'A set of a customer’s documents that are searched and cited together.',
})
export class Case extends CaseSchema.class implements Node {
  @Field(() => ID, { description: 'Opaque id. Ids sort by time of creation.' }) declare id: string;
  @Field(() => ID, { description: 'Customer that owns the case.' }) declare customerId: string;
  @Field(() => String, { nullable: true, description: 'Name of the case. Null once the case is erased.' })
  declare name: string | null;
  @Field(() => DataClass, {
    description:
      'Where the text of the documents may be processed. LOCAL_ONLY: it never leaves the customer’s own server.',
  })
  declare dataClass: DataClass;
  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: 'Months after its upload when a document is erased. Null: documents stay until someone erases them.',
  })
  declare retentionMonths: number | null;
  @Field(() => GraphQLNonNegativeInt, { description: 'Incremented by every edit. Send it as `ifVersion`.' })
  declare version: Opt<number>;
  @Field(() => String, { description: 'Actor who created the case, such as `customer:cus_…`.' })
  declare createdBy: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the case was created.' }) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, { description: 'Time of the last edit.' }) declare updatedAt: Opt<Date>;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the case and all its documents were erased. Null: it isn’t erased.',
  })
  declare erasedAt: Date | null;
  declare documentCount: Opt<number>;
  declare byteCount: Opt<number>;
  declare erasedBy: string | null;
}
CaseSchema.setClass(Case);
