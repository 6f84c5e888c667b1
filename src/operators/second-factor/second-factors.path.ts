import { assertStepUp, CONFIRM_PATH } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';

export const SECOND_FACTORS_PATH = '/admin/account/second-factors';

/**
 * True if the session is confirmed. If not, the person confirms first and then fills in the form again, because it can contain
 * one-time data.
 */
export function isConfirmed({ principal, clock }: Context): boolean {
  try {
    assertStepUp(principal, clock.now());
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

export function confirmPath(next = SECOND_FACTORS_PATH): string {
  return `${CONFIRM_PATH}?next=${encodeURIComponent(next)}`;
}
