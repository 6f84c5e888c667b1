import type { Authentication, Shown } from '../platform/auth/authenticate.ts';
import { can } from '../platform/auth/principal.ts';
import { Refusal } from '../platform/errors/errors.ts';

/**
 * Whether whoever asks may look at pictures that strangers do not find: those who go through the whole bank. Whoever shows a
 * credential that is not known is a stranger: to be refused another way would tell that there is something.
 */
export async function canSeeHiddenPictures(
  authentication: Authentication,
  request: Shown['request'],
): Promise<boolean> {
  try {
    return can(await authentication.ofRequest(request), 'assets:list');
  } catch (error) {
    if (error instanceof Refusal && error.code === 'UNAUTHENTICATED') return false;
    throw error;
  }
}
