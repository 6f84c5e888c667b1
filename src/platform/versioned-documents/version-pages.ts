import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, InputType } from 'type-graphql';
import { orderInput } from '../graphql/reads/page-order.ts';
import { PageProjection } from '../graphql/reads/page-projection.ts';
import type { Projection } from '../graphql/reads/projection.ts';
import { PageArgs } from '../graphql/schema/connection.ts';
import { within } from '../graphql/schema/created-filter.ts';
import type { IdKind } from '../ids.ts';

@InputType({ description: 'Which versions. All that is given has to be met.' })
class VersionFilter {
  @Field(() => String, { nullable: true, description: 'By whom they were published, e.g. `operator:op_…`.' })
  publishedBy?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Published then or later.' })
  publishedAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Published before then.' })
  publishedBefore?: Date | null;
}

/** What the list can be ordered by. */
const VersionOrder = orderInput('Version', { PUBLISHED_AT: 'When it was published, which is by its number.' });
type VersionOrder = InstanceType<typeof VersionOrder>;

@ArgsType()
export class VersionsArgs extends PageArgs {
  @Field(() => VersionFilter, { nullable: true, description: 'Only versions that match this filter. Default: all.' })
  filter?: VersionFilter | null;

  @Field(() => VersionOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: VersionOrder | null;
}

/** The history of a document: every version there was, the newest first. */
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
