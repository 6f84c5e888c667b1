import type { Authentication, PresentedCredentials } from '../platform/auth/authenticate.ts';
import { can } from '../platform/auth/principal.ts';
import { Refusal } from '../platform/errors/errors.ts';

/**
 * True if the caller can see trashed and quarantined pictures, as callers who can list the whole bank do. An unknown credential
 * counts as anonymous, because another error would reveal that the picture exists.
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
