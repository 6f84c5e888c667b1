import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { Asset, AssetStatus } from './asset.entity.ts';
import type { AssetView } from './asset.reads.ts';

export const AssetField = graphEnum('AssetField', 'Field of a picture that can be updated.', {
  TITLE: null,
  ALT: null,
  TAGS: null,
  LICENCE: null,
  CREDIT: null,
  VALID_FROM: null,
  VALID_UNTIL: null,
});
export type AssetField = keyof typeof AssetField;

/** How many of them there are. */
const MAX_DIFFERENCES = Object.keys(AssetField).length;

@ObjectType({ description: 'One thing in which what was wanted and what stands there differ.' })
export class AssetDifference {
  @Field(() => AssetField, { description: 'What differs.' })
  readonly field!: AssetField;

  @Field(() => [String], { description: 'As you wanted it: the one value, or all tags. Empty: none.' })
  readonly wanted!: string[];

  @Field(() => [String], { description: 'As it stands there now. Empty: none.' })
  readonly stands!: string[];
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
  description: 'Somebody has changed the picture since you saw it. Nothing was done; both are shown.',
})
export class AssetConflict extends Problem {
  readonly #read: () => Promise<AssetView | null>;

  @Field(() => GraphQLNonNegativeInt, { description: 'That you have seen.' })
  readonly ifVersion: number;

  @Field(() => GraphQLNonNegativeInt, { description: 'That stands there now. Send it to overwrite that one.' })
  readonly version: number;

  @Field(() => String, {
    nullable: true,
    description: 'The actor of the last change, e.g. `operator:op_…`. Null where that is not known.',
  })
  readonly changedBy: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Of the last change. Null where that is not known.' })
  readonly changedAt: string | null;

  @AtMost(MAX_DIFFERENCES)
  @Field(() => [AssetDifference], { description: 'Only what differs.' })
  readonly differences: AssetDifference[];

  constructor(conflict: ConflictFacts, read: () => Promise<AssetView | null>) {
    const who = conflict.changedBy ? ` by ${conflict.changedBy}` : '';
    super(
      'CONFLICT',
      `The picture has been changed${who} since version ${conflict.ifVersion}; it is at version ${conflict.version}. Look at what differs, and send it again with \`ifVersion: ${conflict.version}\` if you still want it.`,
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
    description: 'As it stands there now. Null when part of it could not be read.',
  })
  asset(): Promise<AssetView | null> {
    return this.#read();
  }
}

@ObjectType({ implements: Problem, description: 'The picture is in a state that this cannot be done in.' })
export class AssetStatusUnfit extends Problem {
  @Field(() => AssetStatus)
  readonly status: AssetStatus;

  constructor(status: AssetStatus, message: string) {
    super('CONFLICT', message);
    this.status = status;
  }
}
