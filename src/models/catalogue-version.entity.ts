import { defineEntity, p } from '@mikro-orm/core';
import { ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { VersionFields, versionColumns } from '../platform/versioned-documents/version-columns.ts';
import type { CatalogueDocument } from './catalogue.ts';

const CatalogueVersionSchema = defineEntity({
  name: 'CatalogueVersion',
  properties: { ...versionColumns<CatalogueDocument>(), publishedAt: p.datetime(3) },
});

/** One published version of the catalogue. */
@ObjectType({
  implements: Node,
  description: 'Published version of the catalogue: clusters, slots, tasks, deployments and prices. Immutable.',
})
@VersionFields({ publishedBy: 'publishCatalogue' })
export class CatalogueVersion extends CatalogueVersionSchema.class implements Node {}
CatalogueVersionSchema.setClass(CatalogueVersion);
