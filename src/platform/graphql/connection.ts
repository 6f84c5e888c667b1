import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { ArgsType, type ClassType, Field, Int, InterfaceType, ObjectType } from 'type-graphql';
import { badUserInput } from '../errors.ts';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

@ObjectType({ description: 'Where a page ends, and whether there is more.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are more after this page.' })
  readonly hasNextPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Pass it as `after` to get the next page. Null on an empty page.',
  })
  readonly endCursor!: string | null;
}

@InterfaceType({ description: 'A page of a list that can grow.' })
export abstract class Connection {
  @Field(() => PageInfo)
  readonly pageInfo!: PageInfo;

  @Field(() => GraphQLNonNegativeInt, { description: 'How many there are in all. Counted only when asked for.' })
  readonly totalCount!: number;
}

@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: DEFAULT_PAGE_SIZE, description: `How many, 1 to ${MAX_PAGE_SIZE}.` })
  first!: number;

  @Field(() => String, { nullable: true, description: 'The `endCursor` of the page before.' })
  after?: string | null;
}

/** @throws Refusal BAD_USER_INPUT for a page size outside 1 to `max`. */
export function assertPageSize(first: number, max = MAX_PAGE_SIZE): void {
  if (first >= 1 && first <= max) return;
  const detail = `\`first\` must be between 1 and ${max}; it was ${first}.`;
  throw badUserInput(detail, [{ pointer: '/first', detail }]);
}

/** The edge and connection types of a node type. */
export function connectionOf<T extends object>(node: ClassType<T>, name: string) {
  @ObjectType(`${name}Edge`, { description: 'One place in a list.' })
  class Edge {
    @Field(() => String, { description: 'Pass it as `after` to go on from here.' })
    readonly cursor!: string;

    @Field(() => node)
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
