import { escapeHtml } from '../../site/index.ts';
import { texts } from '../pages/texts.ts';
import { PASSKEY_SIGN_IN_PATH } from '../passkeys/passkey.mounts.ts';
import { OIDC_PATH, type SecondFactorsWiring } from '../second-factors-wiring.ts';

/** HTML links to the ways to sign in without a password. */
export function otherSignInLinks({ passkeys, oidc }: SecondFactorsWiring, next: string): string {
  const query = `?next=${encodeURIComponent(next)}`;
  const ways = [
    ...(passkeys.isPossible ? [`<a href="${PASSKEY_SIGN_IN_PATH}${query}">${texts.signIn.byPasskey}</a>`] : []),
    ...(oidc ? [`<a href="${OIDC_PATH}${query}">${texts.signIn.byProvider(escapeHtml(oidc.provider.name))}</a>`] : []),
  ];
  return ways.map((way) => `<p>${way}</p>`).join('\n');
}
