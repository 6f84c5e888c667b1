import { type ClassType, createUnionType } from 'type-graphql';
import type { Problem } from './problem.ts';
import { REFUSALS } from './refusals.ts';

/**
 * Declares the result of a mutation as one union: its payload, its own problems, and the refusals that every mutation can return.
 * A thrown `Refusal` becomes the member that describes it.
 * @param mutation name in upper camel case: `SealText` makes `SealTextResult`
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
