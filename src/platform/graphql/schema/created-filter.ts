import { GraphQLDateTime } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import { badUserInput } from '../../errors/errors.ts';

/** Filter by time of creation. */
@InputType()
export abstract class CreatedFilter {
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only objects created at this time or later.' })
  createdAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only objects created before this time.' })
  createdBefore?: Date | null;
}

/**
 * Builds SQL conditions for a column of times. The period includes its start but not its end, so that consecutive periods count
 * nothing twice.
 * @param names of the two arguments, for the error
 * @throws Refusal BAD_USER_INPUT for a period that doesn't end after its start
 */
export function within(
  column: string,
  from: Date | null | undefined,
  until: Date | null | undefined,
  values: unknown[],
  names: readonly [from: string, until: string] = ['createdAfter', 'createdBefore'],
): string[] {
  if (from && until && from >= until) {
    const detail = `\`${names[1]}\` must be later than \`${names[0]}\`.`;
    throw badUserInput(detail, [{ pointer: `/filter/${names[1]}`, detail }]);
  }
  return [
    ...(from ? [`${column} >= $${values.push(from)}`] : []),
    ...(until ? [`${column} < $${values.push(until)}`] : []),
  ];
}
