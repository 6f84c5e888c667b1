import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActionRecorder } from './audit/action-recorder.ts';
import { Statements } from './database/statements.ts';

/** Data about the current request, for code that libraries call without a context. */
export interface RequestScope {
  readonly requestId: string;
  readonly statements: Statements;
  /** Recorder of the changes that the current mutation makes, if it is audited. */
  readonly recorder?: ActionRecorder;
}

const current = new AsyncLocalStorage<RequestScope | undefined>();

/**
 * Data about the current request. Undefined in work that several requests share, and outside requests except in audited actions.
 */
export function requestScope(): RequestScope | undefined {
  return current.getStore();
}

export function inRequestScope<T>(scope: RequestScope, work: () => T): T {
  return current.run(scope, work);
}

/** Runs the work of an audited action. Work started by `outsideRequests` isn't part of it. */
export function inAuditedAction<T>({ requestId }: { requestId: string }, recorder: ActionRecorder, work: () => T): T {
  return current.run({ requestId, statements: current.getStore()?.statements ?? unbound(), recorder }, work);
}

function unbound(): Statements {
  const statements = new Statements();
  statements.unbind();
  return statements;
}

/** Runs work that several requests share or that continues after a request. It belongs to no request. */
export function outsideRequests<T>(work: () => T): T {
  return current.run(undefined, work);
}

/** @throws if the current request has reached its limit of database statements */
export function assertStatementsLeft(): void {
  requestScope()?.statements.assertLeft();
}

/** Counts a database statement of the current request. @throws if the request has reached its limit of statements */
export function countStatement(text: string): void {
  requestScope()?.statements.take(text);
}

/**
 * Runs work shared by concurrent requests. The work counts as one database statement of the current request, and no request's
 * statement limit interrupts it.
 */
export function shared<T>(work: () => T): T {
  countStatement('');
  return outsideRequests(work);
}

/**
 * Runs work that writes the audit entry of an action. Its database statements count, but the request's statement limit never
 * refuses them.
 */
export async function afterAction<T>(work: () => Promise<T>): Promise<T> {
  const statements = requestScope()?.statements;
  statements?.resume();
  try {
    return await work();
  } finally {
    statements?.endAction();
  }
}

/**
 * Runs an action of a request. Refused if the request has reached its limit of database statements; a started action always runs
 * to its end.
 */
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
