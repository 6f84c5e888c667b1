import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, InputType } from 'type-graphql';
import { orderInput } from '../graphql/reads/page-order.ts';
import { PageProjection } from '../graphql/reads/page-projection.ts';
import type { Projection } from '../graphql/reads/projection.ts';
import { PageArgs } from '../graphql/schema/connection.ts';
import { within } from '../graphql/schema/created-filter.ts';
import type { IdKind } from '../ids.ts';

@InputType({ description: 'Conditions of the list of versions. All given conditions must match.' })
class VersionFilter {
  @Field(() => String, { nullable: true, description: 'Only versions published by this actor, e.g. `operator:op_…`.' })
  publishedBy?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only versions published at this time or later.' })
  publishedAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only versions published before this time.' })
  publishedBefore?: Date | null;
}

const VersionOrder = orderInput('Version', {
  PUBLISHED_AT: 'Time of publication, which is also the order of the version numbers.',
});
type VersionOrder = InstanceType<typeof VersionOrder>;

@ArgsType()
export class VersionsArgs extends PageArgs {
  @Field(() => VersionFilter, { nullable: true, description: 'Only versions that match this filter. Default: all.' })
  filter?: VersionFilter | null;

  @Field(() => VersionOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: VersionOrder | null;
}

/** Pages over all versions of a document, by default newest first. */
export function versionPages(
  typeName: string,
  node: Projection,
  ids: IdKind,
): PageProjection<VersionsArgs, { id: string }> {
  const { row } = node;
  return new PageProjection<VersionsArgs, { id: string }>({
    typeName,
    node,
    ids,
    orders: { PUBLISHED_AT: 'id' },
    filter({ filter }) {
      const values: unknown[] = [];
      const { publishedBy, publishedAfter, publishedBefore } = filter ?? {};
      const conditions = publishedBy ? [`${row}.published_by = $${values.push(publishedBy)}`] : [];
      const names = ['publishedAfter', 'publishedBefore'] as const;
      conditions.push(...within(`${row}.published_at`, publishedAfter, publishedBefore, values, names));
      return { conditions, values };
    },
  });
}
