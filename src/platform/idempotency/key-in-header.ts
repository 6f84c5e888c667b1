import {
  type GraphQLField,
  type GraphQLResolveInfo,
  getNamedType,
  isInputObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Context } from '../context.ts';
import { badUserInput } from '../errors/errors.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';

interface MutationArgs {
  input?: { idempotencyKey?: string | null };
}

/**
 * Copies the idempotency key from the header `Idempotency-Key` into the input of a mutation that takes one. Operations with
 * several mutations are refused, because the header doesn't say which mutation it is for.
 * @throws Refusal BAD_USER_INPUT, IDEMPOTENCY_KEY_INVALID
 */
export function withKeyOfHeader(
  field: GraphQLField<unknown, Context>,
  args: MutationArgs,
  { idempotencyKeyHeader: header }: Context,
  { operation, fragments }: GraphQLResolveInfo,
): MutationArgs {
  if (header === undefined) return args;
  if (fieldsIn(operation.selectionSet, fragments) > 1) {
    throw badUserInput(
      'The header `Idempotency-Key` works only for an operation with one mutation, and this one has several. Nothing was done. Send `idempotencyKey` in the input of each mutation.',
    );
  }
  if (!takesKey(field)) return args;
  const key = idempotencyKeyOf(header);
  const inInput = args.input?.idempotencyKey ?? key;
  if (inInput !== key) {
    const detail = 'The header `Idempotency-Key` and `idempotencyKey` differ. Send only one of them.';
    throw badUserInput(detail, [{ pointer: '/idempotencyKey', detail }]);
  }
  return { ...args, input: { ...args.input, idempotencyKey: key ?? null } };
}

function takesKey({ args: [input] }: GraphQLField<unknown, Context>): boolean {
  const type = input && getNamedType(input.type);
  return isInputObjectType(type) && type.getFields().idempotencyKey !== undefined;
}

/**
 * Number of root fields of an operation, including those in fragments and those that a directive skips, but without `__typename`.
 */
function fieldsIn({ selections }: SelectionSetNode, fragments: GraphQLResolveInfo['fragments']): number {
  return selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + (selection.name.value === '__typename' ? 0 : 1);
    const set =
      selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments[selection.name.value]!.selectionSet;
    return sum + fieldsIn(set, fragments);
  }, 0);
}
