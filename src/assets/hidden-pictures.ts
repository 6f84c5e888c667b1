import type { Authentication, PresentedCredentials } from '../platform/auth/authenticate.ts';
import { can } from '../platform/auth/principal.ts';
import { Refusal } from '../platform/errors/errors.ts';

/**
 * True if the caller can see trashed and quarantined pictures, which requires the permission to list the whole bank. An invalid
 * credential counts as anonymous, because a different error would reveal that the picture exists.
 */
export async function canSeeHiddenPictures(
  authentication: Authentication,
  request: PresentedCredentials['request'],
): Promise<boolean> {
  try {
    return can(await authentication.ofRequest(request), 'assets:list');
  } catch (error) {
    if (error instanceof Refusal && error.code === 'UNAUTHENTICATED') return false;
    throw error;
  }
}
