import { Extensions } from 'type-graphql';
import { Refusal } from '../errors/errors.ts';
import { CredentialKind, type Principal } from './principal.ts';

/**
 * Validity of a confirmed identity: 10 minutes. Longer would extend the harm of an unlocked computer; shorter would interrupt an
 * approver who decides several requests in a row.
 */
export const CONFIRMED_FOR_MS = 10 * 60_000;

/** Page where a signed-in user confirms their identity. */
export const CONFIRM_PATH = '/admin/confirm';

/**
 * Requires that a signed-in user confirmed their identity recently, by password or second factor. Marks mutations that decide,
 * reveal or change a secret, or set policy for everyone. Keys and tokens pass, because no user is present.
 */
export function AfterStepUp(): MethodDecorator {
  return Extensions({ afterStepUp: true }) as MethodDecorator;
}

/** True for a field marked with `@AfterStepUp()`. */
export function isAfterStepUp(field: { extensions: object } | undefined): boolean {
  return (field?.extensions as { afterStepUp?: boolean } | undefined)?.afterStepUp === true;
}

/**
 * @param now time of the context's clock
 * @throws Refusal STEP_UP_REQUIRED for a session that wasn't confirmed within the last 10 minutes
 */
export function assertStepUp({ credential }: Principal, now: Date): void {
  if (credential?.kind !== CredentialKind.SESSION) return;
  const age = now.getTime() - (credential.confirmedAt?.getTime() ?? Number.NaN);
  // A clock that is slightly ahead is accepted. An unknown time isn't a confirmation.
  if (age <= CONFIRMED_FOR_MS) return;
  throw new Refusal(
    'STEP_UP_REQUIRED',
    `Confirm your identity at ${CONFIRM_PATH}, then try again. The confirmation is valid for 10 minutes.`,
  );
}
