import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActionRecorder } from './audit/action-recorder.ts';
import { Statements } from './database/statements.ts';

/** What belongs to the request that is being answered, for what is called by a library and so cannot be handed it. */
export interface RequestScope {
  readonly requestId: string;
  readonly statements: Statements;
  /** The mutation that it is done for, where that is one of the audit trail. */
  readonly recorder?: ActionRecorder;
}

const current = new AsyncLocalStorage<RequestScope | undefined>();

/** Undefined in a job, an upkeep step, a command, and in what is done for several requests together. */
export function requestScope(): RequestScope | undefined {
  return current.getStore();
}

export function inRequestScope<T>(scope: RequestScope, work: () => T): T {
  return current.run(scope, work);
}

/** What is done for a mutation. Work that is begun `outsideRequests` is not. */
export function inAuditedAction<T>({ requestId }: { requestId: string }, recorder: ActionRecorder, work: () => T): T {
  return current.run({ requestId, statements: current.getStore()?.statements ?? unbound(), recorder }, work);
}

function unbound(): Statements {
  const statements = new Statements();
  statements.unbind();
  return statements;
}

/** Does what several requests share, or what goes on after one: it belongs to none of them. */
export function outsideRequests<T>(work: () => T): T {
  return current.run(undefined, work);
}

/** @throws when the request, if it is for one, has had its share of statements. */
export function assertStatementsLeft(): void {
  requestScope()?.statements.assertLeft();
}

/** Counts a statement for the request it is sent for, if it is for one. @throws when that one has had its share. */
export function countStatement(text: string): void {
  requestScope()?.statements.take(text);
}

/**
 * Does what is done for all who ask at that time, however many statements that takes: it is cut off for none of them, and
 * each is counted one.
 */
export function shared<T>(work: () => T): T {
  countStatement('');
  return outsideRequests(work);
}

/** What is written down of a deed, whatever it has taken: counted, and never refused for having come after too many. */
export async function afterAction<T>(work: () => Promise<T>): Promise<T> {
  const statements = requestScope()?.statements;
  statements?.resume();
  try {
    return await work();
  } finally {
    statements?.endAction();
  }
}

/** A deed of a request: refused as a whole when the statements are used up, and once it has begun, done to its end. */
export function asAction<T>(work: () => T): T {
  const statements = requestScope()?.statements;
  if (!statements) return work();
  statements.beginAction();
  let result: T;
  try {
    result = work();
  } catch (error) {
    statements.endAction();
    throw error;
  }
  if (result instanceof Promise) return result.finally(() => statements.endAction()) as T;
  statements.endAction();
  return result;
}
