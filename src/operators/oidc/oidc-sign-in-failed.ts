import { looksSecret } from '../../platform/encryption/secret-detection.ts';
import { ownValue } from '../../platform/own-value.ts';

/**
 * Party that can fix a failed sign-in. `PERSON`: the person who signs in. `ATTEMPT`: a new attempt is enough. `PROVIDER`: the
 * administrator of the provider, who can correct the account there. `SET_UP`: the settings of this service or of the provider.
 */
export type ResponsibleSide = 'PERSON' | 'ATTEMPT' | 'PROVIDER' | 'SET_UP';

/** Side that can fix an error of OAuth 2.0 and OpenID Connect, by error code. Errors that aren’t listed count as `SET_UP`. */
const SIDES: Readonly<Record<string, ResponsibleSide>> = {
  access_denied: 'PERSON',
  account_selection_required: 'ATTEMPT',
  consent_required: 'ATTEMPT',
  interaction_required: 'ATTEMPT',
  login_required: 'ATTEMPT',
  // The authorization code has expired or was used, or the redirect addresses differ.
  invalid_grant: 'ATTEMPT',
};

/** Error codes for failures of the provider itself. */
const FAULTS_OF_PROVIDER = new Set(['server_error', 'temporarily_unavailable']);
const MAX_DETAIL = 300;

/** The provider refused a sign-in, or its response can’t be accepted. */
export class OidcSignInFailed extends Error {
  override readonly name = 'OidcSignInFailed';
  readonly side: ResponsibleSide;
  /** Error code of the protocol, of its library or of this service. */
  readonly reason: string;
  /**
   * The provider’s explanation, or the name of the wrong claim, for the server log. Null if unknown, or if it could contain a
   * secret.
   */
  readonly detail: string | null;

  constructor(side: ResponsibleSide, reason: string, detail: string | null = null, cause?: unknown) {
    super('The provider didn’t confirm this person’s identity.', { cause });
    this.side = side;
    this.reason = reason;
    this.detail = detail;
  }

  static because(cause: unknown): OidcSignInFailed {
    if (cause instanceof OidcSignInFailed) return cause;
    const { error, code } = cause as { error?: unknown; code?: unknown };
    const reason =
      ([error, code].find((one) => typeof one === 'string' && /^[\w-]{1,60}$/.test(one)) as string) ?? 'unknown';
    return new OidcSignInFailed(ownValue(SIDES, reason) ?? 'SET_UP', reason, detailOf(cause), cause);
  }
}

/** True if the provider didn’t respond, or failed for a reason that concerns neither the person nor the settings. */
export function isProviderFailure(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one.name === 'TimeoutError' || one.name === 'AbortError') return true;
    if (one instanceof TypeError && one.message === 'fetch failed') return true;
    const { code, status, error: errorCode } = one as { code?: unknown; status?: unknown; error?: unknown };
    if (code === 'OAUTH_TIMEOUT') return true;
    if (typeof errorCode === 'string' && FAULTS_OF_PROVIDER.has(errorCode)) return true;
    const answered = one.cause instanceof Response ? one.cause.status : status;
    if (typeof answered === 'number' && answered >= 500) return true;
  }
  return false;
}

function detailOf(cause: unknown): string | null {
  const { error_description: description, cause: inner } = cause as { error_description?: unknown; cause?: unknown };
  const claim = (inner as { claim?: unknown } | undefined)?.claim;
  const detail = typeof description === 'string' ? description : typeof claim === 'string' ? `claim ${claim}` : null;
  return detail === null || looksSecret(detail) ? null : detail.slice(0, MAX_DETAIL);
}
