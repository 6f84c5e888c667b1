import { defineEntity, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/node.ts';
import { Sha256 } from '../platform/graphql/scalars.ts';
import type { CatalogueDocument } from './catalogue.ts';

const CatalogueVersionSchema = defineEntity({
  name: 'CatalogueVersion',
  properties: {
    id: p.string().primary(),
    number: p.integer().unique(),
    document: p.json<CatalogueDocument>(),
    sha256: p.string().length(64),
    reason: p.text(),
    publishedBy: p.string(),
    publishedAt: p.datetime(3),
  },
});

/** One version of the catalogue, as it was published. Insert-only: the migration takes UPDATE, DELETE and TRUNCATE from everybody. */
@ObjectType({
  implements: Node,
  description: 'What could be called from a day on: clusters, slots, tasks, deployments and prices. Never changed.',
})
export class CatalogueVersion extends CatalogueVersionSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => Int, { description: 'Counts from 1, without holes.' }) declare number: number;
  @Field(() => GraphQLJSONObject, {
    description: 'All of it, in the form that `publishCatalogue` takes: edit it and publish what comes of it.',
  })
  declare document: CatalogueDocument;
  @Field(() => Sha256, { description: 'Of the document as canonical JSON (RFC 8785) in UTF-8.' })
  declare sha256: string;
  @Field(() => String, { description: 'Why it was published, in the words of who did.' }) declare reason: string;
  @Field(() => String, { description: 'Who acted, e.g. `operator:admin`; `service` for what the service began with.' })
  declare publishedBy: string;
  @Field(() => GraphQLDateTime, {
    description: 'In force from then until the next version. By the clock of the database.',
  })
  declare publishedAt: Date;
}
CatalogueVersionSchema.setClass(CatalogueVersion);
