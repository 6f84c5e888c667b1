import { assertStepUp, CONFIRM_PATH } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';

export const SECOND_FACTORS_PATH = '/admin/account/second-factors';

/**
 * True if the operator has recently confirmed their identity in this session. If not, the page asks for that first, and the
 * operator fills in the form again, because it can contain one-time data.
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
