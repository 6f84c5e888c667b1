import { useSyncExternalStore } from 'react';

/**
 * Step that work waits for: signing in, confirming that it is still the same person, or loading the page again because another
 * person has signed in.
 */
export type Wanted = 'SIGN_IN' | 'CONFIRM' | 'SAME_PERSON';

const WANTED_FOR: Readonly<Record<string, Wanted>> = {
  UNAUTHENTICATED: 'SIGN_IN',
  STEP_UP_REQUIRED: 'CONFIRM',
  PERSON_CHANGED: 'SAME_PERSON',
};

/** The thing wanted after a refusal with this code; null if sending it again makes no sense. */
export function wantedFor(code: unknown): Wanted | null {
  return WANTED_FOR[String(code)] ?? null;
}

/** Where a window that was opened to sign in ends up; it tells the others and closes. */
export const RETURN_PATH = '/admin/return';
export const SIGN_IN_PATH = '/admin/sign-in';
const CONFIRM_PATH = '/admin/confirm';
const CHANNEL = 'imprimatur.session';

const listeners = new Set<() => void>();
let waiting: { wanted: Wanted; done: Promise<boolean>; end: (isShown: boolean) => void } | null = null;

/**
 * Asks the person for it in a dialog, beside whatever is on the screen. Several that ask at once wait for one dialog.
 * @returns whether it was shown; false where the person has closed the dialog
 */
export function want(wanted: Wanted): Promise<boolean> {
  if (waiting && RANK[waiting.wanted] >= RANK[wanted]) return waiting.done;
  waiting?.end(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = (isShown: boolean) => {
    waiting = null;
    tell();
    resolve(isShown);
    if (isShown) shownAgain();
  };
  waiting = { wanted, done: promise, end };
  tell();
  return promise;
}

/** Sign-in comes before a confirmation, and a page of another person before both. */
const RANK: Readonly<Record<Wanted, number>> = { CONFIRM: 0, SIGN_IN: 1, SAME_PERSON: 2 };

/** What is wanted now, for the dialog. */
export function useWanted(): Wanted | null {
  return useSyncExternalStore(listen, () => waiting?.wanted ?? null);
}

/** Ends the dialog. */
export function settle(isShown: boolean): void {
  waiting?.end(isShown);
}

export function addressFor(wanted: Wanted): string {
  const path = wanted === 'CONFIRM' ? CONFIRM_PATH : SIGN_IN_PATH;
  return `${path}?next=${encodeURIComponent(RETURN_PATH)}`;
}

/** Tells the other windows of this browser that somebody has just come back from one of those addresses. */
export function announceReturn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('returned');
  channel.close();
}

/** Calls back whenever another window has announced it. */
export function onReturn(call: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = call;
  return () => channel.close();
}

const afterwards = new Set<() => void>();
/** Calls back once somebody has signed in again: what failed meanwhile can be asked again. */
export function onShownAgain(call: () => void): () => void {
  afterwards.add(call);
  return () => afterwards.delete(call);
}

function shownAgain(): void {
  for (const call of afterwards) call();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
