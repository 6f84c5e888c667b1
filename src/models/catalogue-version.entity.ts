import { defineEntity, p } from '@mikro-orm/core';
import { ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { VersionFields, versionColumns } from '../platform/versioned-documents/version-columns.ts';
import type { CatalogueDocument } from './catalogue.ts';

const CatalogueVersionSchema = defineEntity({
  name: 'CatalogueVersion',
  properties: { ...versionColumns<CatalogueDocument>(), publishedAt: p.datetime(3) },
});

/** One version of the catalogue, as it was published. */
@ObjectType({
  implements: Node,
  description: 'What could be called from a day on: clusters, slots, tasks, deployments and prices. Never changed.',
})
@VersionFields({ publishedBy: 'publishCatalogue' })
export class CatalogueVersion extends CatalogueVersionSchema.class implements Node {}
CatalogueVersionSchema.setClass(CatalogueVersion);
