import { requesterOf } from '../auth/principal.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors/errors.ts';
import { InputInvalid } from '../graphql/schema/problem.ts';
import { idempotencyKeyFault } from './idempotency-key.ts';
import { IdempotencyKeyReused } from './idempotency-key-reused.ts';
import { onceByKey } from './keyed-effect.ts';
import { findKeyedIssue, insertKeyedIssue } from './keyed-issue.sql.ts';
import { type KeyedInput, requestHash } from './request-hash.ts';

/**
 * Stores the id of the issued object under the idempotency key, in the transaction of `inner`. Must be called last, because a
 * concurrent request with the same key waits in this call until the transaction ends.
 */
export type NoteIssued = (inner: Context, subjectId: string) => Promise<void>;

/** Stores nothing. For objects issued without an idempotency key, e.g. by a command. */
export const noNote: NoteIssued = async () => {};

interface IssueOnce<Result> {
  /** Name of the mutation that issues the object. */
  mutation: string;
  /** The whole input of the mutation. */
  input: KeyedInput;
  /** Issues the object. Fails as a whole if `note` fails. */
  issue(note: NoteIssued): Promise<Result>;
  /**
   * Answers a repeated request with the current state of the issued object, without its secret. Null if the object was deleted.
   */
  again(ctx: Context, subjectId: string): Promise<Result | null>;
}

/** Thrown when a concurrent request with the same idempotency key came first, to roll back this request's transaction. */
class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/**
 * Issues an object once per idempotency key. The key is stored in the transaction that issues the object, so that a killed
 * process leaves both or neither. The key is kept for 24 hours; a repeated request never returns the secret again.
 * @throws Refusal NOT_FOUND for a repeated request whose object was deleted
 */
export async function issueOnce<Result>(
  ctx: Context,
  { mutation, input, issue, again }: IssueOnce<Result>,
): Promise<Result | InputInvalid | IdempotencyKeyReused> {
  const key = input.idempotencyKey ?? null;
  if (key === null) return issue(noNote);
  const fault = idempotencyKeyFault(key);
  if (fault !== null) return new InputInvalid([{ pointer: '/idempotencyKey', detail: fault }]);
  const caller = requesterOf(ctx.principal);
  const hash = requestHash(mutation, input);
  const once = await onceByKey(ctx, {
    key,
    requestHashes: [hash],
    find: ({ em }) => findKeyedIssue(em, caller, key),
    make: () =>
      issue(async ({ em }, subjectId) => {
        const row = { caller, key, mutation, requestHash: hash, subjectId };
        if (!(await insertKeyedIssue(em, row)))
          throw new KeyTaken('Another request with this idempotency key came first.');
      }),
  });
  if (once instanceof IdempotencyKeyReused) return once;
  if ('made' in once) return once.made;
  const result = await again(ctx.fork(), once.earlier.subjectId);
  if (result !== null) return result;
  throw new Refusal('NOT_FOUND', 'The object issued with this idempotency key was deleted. Use a new key.');
}
