import { useSyncExternalStore } from 'react';

/**
 * Step that the user must take before refused requests are repeated: sign in, confirm their identity, or reload because another
 * person has signed in.
 */
export type SessionStep = 'SIGN_IN' | 'CONFIRM' | 'SAME_PERSON';

const STEP_FOR: Readonly<Record<string, SessionStep>> = {
  UNAUTHENTICATED: 'SIGN_IN',
  STEP_UP_REQUIRED: 'CONFIRM',
  PERSON_CHANGED: 'SAME_PERSON',
};

/** Step that the user must take after a problem with this code. Null if no step makes a retry succeed. */
export function stepFor(code: unknown): SessionStep | null {
  return STEP_FOR[String(code)] ?? null;
}

/** Path of the last page of a sign-in window. The page notifies the other windows and closes. */
export const RETURN_PATH = '/admin/return';
export const SIGN_IN_PATH = '/admin/sign-in';
const CONFIRM_PATH = '/admin/confirm';
const CHANNEL = 'imprimatur.session';

const listeners = new Set<() => void>();
let waiting: { step: SessionStep; done: Promise<boolean>; end: (isShown: boolean) => void } | null = null;

/**
 * Asks the user in a dialog to take the step. Concurrent requests share one dialog, which asks for the step with the highest
 * priority.
 * @returns true when the displayed step is completed, false if the user closed the dialog or a step with a higher priority
 * replaced it
 */
export function requestStep(step: SessionStep): Promise<boolean> {
  if (waiting && RANK[waiting.step] >= RANK[step]) return waiting.done;
  waiting?.end(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = (isShown: boolean) => {
    waiting = null;
    notify();
    resolve(isShown);
    if (isShown) notifyRestored();
  };
  waiting = { step, done: promise, end };
  notify();
  return promise;
}

/** Priority of the steps. The dialog of a step with a higher number replaces that of a lower one. */
const RANK: Readonly<Record<SessionStep, number>> = { CONFIRM: 0, SIGN_IN: 1, SAME_PERSON: 2 };

/** Step that the session dialog currently asks for. Null if none. */
export function useSessionStep(): SessionStep | null {
  return useSyncExternalStore(listen, () => waiting?.step ?? null);
}

/** Closes the session dialog. `isShown` is true if the user has completed the step. */
export function settle(isShown: boolean): void {
  waiting?.end(isShown);
}

export function addressFor(step: SessionStep): string {
  const path = step === 'CONFIRM' ? CONFIRM_PATH : SIGN_IN_PATH;
  return `${path}?next=${encodeURIComponent(RETURN_PATH)}`;
}

/** Notifies the other windows of this browser that a sign-in or confirmation was completed. */
export function announceReturn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('returned');
  channel.close();
}

/** Calls `call` when another window has completed a sign-in or confirmation. */
export function onReturn(call: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = call;
  return () => channel.close();
}

const restoredListeners = new Set<() => void>();
/** Calls `call` after each completed sign-in or confirmation, so that failed queries can be repeated. */
export function onSessionRestored(call: () => void): () => void {
  restoredListeners.add(call);
  return () => restoredListeners.delete(call);
}

function notifyRestored(): void {
  for (const call of restoredListeners) call();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
