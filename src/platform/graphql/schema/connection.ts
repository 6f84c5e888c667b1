import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { ArgsType, type ClassType, Field, Int, InterfaceType, ObjectType } from 'type-graphql';
import { badUserInput } from '../../errors/errors.ts';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

@ObjectType({ description: 'Position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'True if more elements follow this page.' })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'True if more elements precede this page.' })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor of the first element. Pass it as `before`, with `last`, to get the previous page. Null on an empty page.',
  })
  readonly startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor of the last element. Pass it as `after`, with `first`, to get the next page. Null on an empty page.',
  })
  readonly endCursor!: string | null;
}

@InterfaceType({ description: 'One page of a list, with cursors to the pages before and after it.' })
export abstract class Connection {
  @Field(() => PageInfo, { description: 'Cursors of this page, and whether more pages exist.' })
  readonly pageInfo!: PageInfo;

  @Field(() => GraphQLNonNegativeInt, {
    description:
      'Number of elements in the list. A lower bound unless `totalIsExact` is true. Counted only when requested.',
  })
  readonly totalCount!: number;

  @Field(() => Boolean, {
    description: 'True if `totalCount` is exact. Long lists are counted only up to 1000.',
  })
  readonly totalIsExact!: boolean;
}

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Number of elements from the start, or after \`after\`. 1 to ${MAX_PAGE_SIZE}. Default, without \`last\`: ${DEFAULT_PAGE_SIZE}.`,
  })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor to continue after: the `endCursor` of the previous page.',
  })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Number of elements from the end, or before \`before\`. 1 to ${MAX_PAGE_SIZE}. Elements keep the order of the list. Can't be combined with \`first\`.`,
  })
  last?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor to end before: the `startCursor` of the page that follows. Use it with `last`.',
  })
  before?: string | null;
}

/** Checks a page size. @throws Refusal BAD_USER_INPUT unless it is 1 to `max` */
export function assertPageSize(size: number, max = MAX_PAGE_SIZE, argument = 'first'): void {
  if (size >= 1 && size <= max) return;
  const detail = `\`${argument}\` (${size}) must be between 1 and ${max}.`;
  throw badUserInput(detail, [{ pointer: `/${argument}`, detail }]);
}

/** Declares the edge and connection types of a node type. */
export function connectionOf<T extends object>(node: ClassType<T>, name: string) {
  @ObjectType(`${name}Edge`, { description: 'An object of the list with its cursor.' })
  class Edge {
    @Field(() => String, {
      description:
        'Cursor of this element. Pass it as `after` to continue after it, or as `before` to go back from it.',
    })
    readonly cursor!: string;

    @Field(() => node, { description: 'The object in the list.' })
    readonly node!: T;
  }

  @ObjectType(`${name}Connection`, { implements: Connection, description: 'A page of a list.' })
  class NodeConnection extends Connection {
    @Field(() => [Edge], { description: 'Objects of this page with their cursors.' })
    readonly edges!: Edge[];

    @Field(() => [node], { description: 'Objects of this page. `edges` has them with their cursors.' })
    readonly nodes!: T[];
  }

  return NodeConnection;
}
