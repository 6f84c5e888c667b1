import { Extensions } from 'type-graphql';
import { Refusal } from '../errors/errors.ts';
import { CredentialKind, type Principal } from './principal.ts';

/**
 * For how long it counts that somebody has shown that it is still they. A machine left open does harm for longer if it is more;
 * if it is less, who decides one thing after the other is asked in between.
 */
export const CONFIRMED_FOR_MS = 10 * 60_000;

/** Where who has signed in shows again that it is they. */
export const CONFIRM_PATH = '/admin/confirm';

/**
 * Lets somebody who has signed in do a thing only shortly after they have shown again that it is they, by password or second
 * factor: what decides, shows or changes a secret, or says what holds for all. Keys and tokens pass: there is nobody to ask.
 */
export function AfterStepUp(): MethodDecorator {
  return Extensions({ afterStepUp: true }) as MethodDecorator;
}

/** Whether a field is marked with `@AfterStepUp()`. */
export function isAfterStepUp(field: { extensions: object } | undefined): boolean {
  return (field?.extensions as { afterStepUp?: boolean } | undefined)?.afterStepUp === true;
}

/**
 * @param now of the context's clock
 * @throws Refusal STEP_UP_REQUIRED for a session that has not been confirmed within the last ten minutes
 */
export function assertStepUp({ credential }: Principal, now: Date): void {
  if (credential?.kind !== CredentialKind.SESSION) return;
  const age = now.getTime() - (credential.confirmedAt?.getTime() ?? Number.NaN);
  // Of a clock that goes ahead a little nothing follows; a time that is not known is no confirmation.
  if (age <= CONFIRMED_FOR_MS) return;
  throw new Refusal(
    'STEP_UP_REQUIRED',
    `Show again that it is you, at ${CONFIRM_PATH}, then do this once more. It counts for ten minutes.`,
  );
}
