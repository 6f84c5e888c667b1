import { Arg, createUnionType, Field, ID, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { expect, test } from 'vitest';
import { AccessForEveryone } from '../../../src/platform/auth/access.ts';
import { buildGraph } from '../../../src/platform/graphql/schema/build-graph.ts';
import { resultOf } from '../../../src/platform/graphql/schema/mutation-result.ts';
import { Node } from '../../../src/platform/graphql/schema/node.ts';
import { NotFound } from '../../../src/platform/graphql/schema/problem.ts';

@ObjectType({ implements: Node })
class Thing implements Node {
  @Field(() => ID) readonly id!: string;
}

@ObjectType()
class DoneThing {
  @Field(() => Thing, { nullable: true }) readonly thing!: Thing | null;
  @Field(() => String) readonly token!: string;
}

@ObjectType()
class StrictlyDoneThing {
  @Field(() => [Thing]) readonly things!: Thing[];
}

@InputType()
class DoThingInput {
  @Field(() => String) text!: string;
}

@InputType()
class OtherInput {
  @Field(() => String) text!: string;
}

@Resolver()
class QueryResolver {
  @AccessForEveryone()
  @Query(() => Thing)
  thing(): Thing {
    throw new Error('not asked');
  }
}

const DoThingResult = resultOf('DoThing', DoneThing, [NotFound]);
const OtherResult = resultOf('Other', DoneThing);
const BareResult = resultOf('DoThing', Thing);
const StrictResult = resultOf('DoThing', StrictlyDoneThing);
const HandMade = createUnionType({ name: 'DoThingResult', types: () => [DoneThing, NotFound] as const });

const nullable = { nullable: true };
const input = () => Arg('input', () => DoThingInput);

/** A resolver with the one mutation `doThing`, made of these decorators. */
function doing(mutation: MethodDecorator, ...args: ReturnType<typeof Arg>[]) {
  class DoingResolver {
    doThing(): never {
      throw new Error('not asked');
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(DoingResolver.prototype, 'doThing')!;
  for (const [index, arg] of args.entries()) arg(DoingResolver.prototype, 'doThing', index);
  mutation(DoingResolver.prototype, 'doThing', descriptor);
  AccessForEveryone()(DoingResolver.prototype, 'doThing', descriptor);
  Resolver()(DoingResolver);
  return new DoingResolver();
}

const build = (resolver: object) => buildGraph([new QueryResolver(), resolver]);

test('a mutation of the one shape is built', async () => {
  const graph = await build(
    doing(
      Mutation(() => DoThingResult, nullable),
      input(),
    ),
  );

  const { doThing } = graph.getMutationType()!.getFields();
  expect(String(doThing!.type)).toBe('DoThingResult');
  expect(graph.getPossibleTypes(graph.getType('DoThingResult') as never).map(String)).toEqual([
    'DoneThing',
    'NotFound',
    'InputInvalid',
    'Unauthenticated',
    'Forbidden',
    'RateLimited',
    'Unavailable',
    'Refused',
  ]);
});

test.each([
  [
    'takes something beside its input',
    () =>
      doing(
        Mutation(() => DoThingResult, nullable),
        input(),
        Arg('more', () => String),
      ),
    'takes `input`, `more`, and not `input` alone',
  ],
  ['takes nothing', () => doing(Mutation(() => DoThingResult, nullable)), 'takes nothing, and not `input` alone'],
  [
    'takes an id instead',
    () =>
      doing(
        Mutation(() => DoThingResult, nullable),
        Arg('id', () => ID),
      ),
    'takes `id`, and not',
  ],
  [
    'has an input that may be left out',
    () =>
      doing(
        Mutation(() => DoThingResult, nullable),
        Arg('input', () => DoThingInput, nullable),
      ),
    'takes an input of the type DoThingInput, and not of DoThingInput!',
  ],
  [
    'shares its input',
    () =>
      doing(
        Mutation(() => DoThingResult, nullable),
        Arg('input', () => OtherInput),
      ),
    'takes an input of the type OtherInput!, and not',
  ],
  [
    'is never null',
    () =>
      doing(
        Mutation(() => DoThingResult),
        input(),
      ),
    'returns DoThingResult!, which is never null',
  ],
  [
    'gives a thing',
    () =>
      doing(
        Mutation(() => Thing, nullable),
        input(),
      ),
    'returns Thing instead of the union DoThingResult',
  ],
  [
    'gives another union',
    () =>
      doing(
        Mutation(() => OtherResult, nullable),
        input(),
      ),
    'returns OtherResult instead of the union',
  ],
  [
    'has no refusals',
    () =>
      doing(
        Mutation(() => HandMade, nullable),
        input(),
      ),
    "can't return InputInvalid",
  ],
  [
    'answers with a bare thing',
    () =>
      doing(
        Mutation(() => BareResult, nullable),
        input(),
      ),
    'returns Thing itself',
  ],
  [
    'has a payload that goes with what cannot be read',
    () =>
      doing(
        Mutation(() => StrictResult, nullable),
        input(),
      ),
    'returns StrictlyDoneThing, whose things is never null',
  ],
])('one that %s fails the build', async (_, make, fault) => {
  await expect(build(make())).rejects.toThrow(`Mutation.doThing ${fault}`);
});
