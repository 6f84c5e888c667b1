import { type ClassType, createUnionType } from 'type-graphql';
import type { Problem } from './problem.ts';
import { REFUSALS } from './refusals.ts';

/**
 * What a mutation answers with, as its one union: the payload, the problems of its own, and the refusals that every one can
 * meet, from its guard to a lost database. What is thrown as a `Refusal` becomes its member by itself.
 *
 * @param mutation its name in upper camel case: `SealText` makes `SealTextResult`
 */
export function resultOf<Payload extends object, const Problems extends readonly ClassType<Problem>[] = []>(
  mutation: string,
  payload: ClassType<Payload>,
  problems?: Problems,
): Payload | InstanceType<Problems[number]> | InstanceType<(typeof REFUSALS)[number]> {
  return createUnionType({
    name: `${mutation}Result`,
    types: () => [payload, ...(problems ?? []), ...REFUSALS] as const,
  }) as never;
}
