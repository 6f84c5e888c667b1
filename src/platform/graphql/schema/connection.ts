import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { ArgsType, type ClassType, Field, Int, InterfaceType, ObjectType } from 'type-graphql';
import { badUserInput } from '../../errors/errors.ts';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

@ObjectType({ description: 'Where a page begins and ends, and whether there is more.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are more after this page.' })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether there are more before this page.' })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Pass it as `before`, with `last`, to get the page before. Null on an empty page.',
  })
  readonly startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Pass it as `after`, with `first`, to get the next page. Null on an empty page.',
  })
  readonly endCursor!: string | null;
}

@InterfaceType({ description: 'A page of a list that can grow.' })
export abstract class Connection {
  @Field(() => PageInfo, { description: 'Cursors of this page, and whether more pages exist.' })
  readonly pageInfo!: PageInfo;

  @Field(() => GraphQLNonNegativeInt, {
    description:
      'How many there are in all, where `totalIsExact`; else there are at least so many. Counted only when asked for.',
  })
  readonly totalCount!: number;

  @Field(() => Boolean, {
    description: 'Whether `totalCount` is all there are. Long lists are counted no further than to a thousand.',
  })
  readonly totalIsExact!: boolean;
}

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `How many from the beginning, or after \`after\`: 1 to ${MAX_PAGE_SIZE}. Default, without \`last\`: ${DEFAULT_PAGE_SIZE}.`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The `endCursor` of the page before.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `How many from the end, or before \`before\`: 1 to ${MAX_PAGE_SIZE}. They come in the order of the list. Not beside \`first\`.`,
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'The `startCursor` of the page after. Goes with `last`.' })
  before?: string | null;
}

/** @throws Refusal BAD_USER_INPUT for a page size outside 1 to `max`. */
export function assertPageSize(size: number, max = MAX_PAGE_SIZE, argument = 'first'): void {
  if (size >= 1 && size <= max) return;
  const detail = `\`${argument}\` must be between 1 and ${max}; it was ${size}.`;
  throw badUserInput(detail, [{ pointer: `/${argument}`, detail }]);
}

/** The edge and connection types of a node type. */
export function connectionOf<T extends object>(node: ClassType<T>, name: string) {
  @ObjectType(`${name}Edge`, { description: 'One place in a list.' })
  class Edge {
    @Field(() => String, { description: 'Pass it as `after` to go on from here, or as `before` to go back from here.' })
    readonly cursor!: string;

    @Field(() => node, { description: 'The element itself.' })
    readonly node!: T;
  }

  @ObjectType(`${name}Connection`, { implements: Connection, description: 'A page of a list.' })
  class NodeConnection extends Connection {
    @Field(() => [Edge], { description: 'What is on this page, each with its cursor.' })
    readonly edges!: Edge[];

    @Field(() => [node], { description: 'The same things without their edges.' })
    readonly nodes!: T[];
  }

  return NodeConnection;
}
