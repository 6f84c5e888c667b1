import { GraphQLDateTime } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import { badUserInput } from '../../errors/errors.ts';

/** What a list's filter has by which its things are chosen by when they were made. */
@InputType()
export abstract class CreatedFilter {
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Made then or later.' })
  createdAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Made before then.' })
  createdBefore?: Date | null;
}

/**
 * The conditions of a span of time, half-open so that spans laid end to end count nothing twice.
 * @param names of both arguments, as they are asked for @throws Refusal BAD_USER_INPUT for a span that ends before it begins.
 */
export function within(
  column: string,
  from: Date | null | undefined,
  until: Date | null | undefined,
  values: unknown[],
  names: readonly [from: string, until: string] = ['createdAfter', 'createdBefore'],
): string[] {
  if (from && until && from >= until) {
    const detail = `\`${names[1]}\` has to be later than \`${names[0]}\`.`;
    throw badUserInput(detail, [{ pointer: `/filter/${names[1]}`, detail }]);
  }
  return [
    ...(from ? [`${column} >= $${values.push(from)}`] : []),
    ...(until ? [`${column} < $${values.push(until)}`] : []),
  ];
}
