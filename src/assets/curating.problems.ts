import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { Asset, AssetStatus } from './asset.entity.ts';
import type { AssetView } from './asset.reads.ts';

export const AssetField = graphEnum('AssetField', 'Field of a picture that can be updated.', {
  TITLE: 'Title.',
  ALT: 'Description of what the picture shows.',
  TAGS: 'Tags.',
  LICENCE: 'Licence terms.',
  CREDIT: 'Name to credit.',
  VALID_FROM: 'Start of the period of use.',
  VALID_UNTIL: 'End of the period of use.',
});
export type AssetField = keyof typeof AssetField;

/** Maximum number of differences in a conflict: one per field. */
const MAX_DIFFERENCES = Object.keys(AssetField).length;

@ObjectType({ description: 'Difference between the requested and the stored value of a field.' })
export class AssetDifference {
  @Field(() => AssetField, { description: 'Field that differs.' })
  readonly field!: AssetField;

  @Field(() => [String], { description: 'Requested value, or all requested tags. Empty list: no value.' })
  readonly requested!: string[];

  @Field(() => [String], { description: 'Stored value, or all stored tags. Empty list: no value.' })
  readonly current!: string[];
}

export interface ConflictFacts {
  assetId: string;
  ifVersion: number;
  version: number;
  changedBy: string | null;
  changedAt: string | null;
  differences: AssetDifference[];
}

@ObjectType({
  implements: Problem,
  description: 'The picture has changed since the caller read it. Nothing was saved.',
})
export class AssetConflict extends Problem {
  readonly #read: () => Promise<AssetView | null>;

  @Field(() => GraphQLNonNegativeInt, { description: 'Version that the caller sent as `ifVersion`.' })
  readonly ifVersion: number;

  @Field(() => GraphQLNonNegativeInt, {
    description: 'Current version of the picture. Send it as `ifVersion` to overwrite the picture.',
  })
  readonly version: number;

  @Field(() => String, {
    nullable: true,
    description: 'Actor of the last change, e.g. `operator:op_…`. Null if unknown.',
  })
  readonly changedBy: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Time of the last change. Null if unknown.' })
  readonly changedAt: string | null;

  @AtMost(MAX_DIFFERENCES)
  @Field(() => [AssetDifference], { description: 'Fields whose requested and stored values differ.' })
  readonly differences: AssetDifference[];

  constructor(conflict: ConflictFacts, read: () => Promise<AssetView | null>) {
    const who = conflict.changedBy ? ` by ${conflict.changedBy}` : '';
    super(
      'CONFLICT',
      `The picture has changed${who} since version ${conflict.ifVersion} and is now at version ${conflict.version}. Check the differences. To overwrite, retry with \`ifVersion: ${conflict.version}\`.`,
    );
    this.#read = read;
    this.ifVersion = conflict.ifVersion;
    this.version = conflict.version;
    this.changedBy = conflict.changedBy;
    this.changedAt = conflict.changedAt;
    this.differences = conflict.differences;
  }

  @Field(() => Asset, {
    nullable: true,
    description: 'Current state of the picture. Null if part of it couldn’t be read: see `errors`.',
  })
  asset(): Promise<AssetView | null> {
    return this.#read();
  }
}

@ObjectType({ implements: Problem, description: 'The picture’s status doesn’t allow this change.' })
export class AssetStatusConflict extends Problem {
  @Field(() => AssetStatus, { description: 'Current status of the picture.' })
  readonly status: AssetStatus;

  constructor(status: AssetStatus, message: string) {
    super('CONFLICT', message);
    this.status = status;
  }
}
