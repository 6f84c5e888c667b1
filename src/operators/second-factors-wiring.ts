import { proxyConfig } from '../platform/http/proxies.config.ts';
import type { Platform } from '../platform/platform.ts';
import type { Accounts } from './codes/accounts.ts';
import { EncryptedStates } from './encrypted-states.ts';
import { FactorAttempts } from './factor-attempts.ts';
import type { OidcSettings } from './oidc/oidc.config.ts';
import type { AcceptByAddress } from './oidc/oidc-people.ts';
import { OidcPeople } from './oidc/oidc-people.ts';
import { OidcProvider } from './oidc/oidc-provider.ts';
import { PasskeySignatures } from './passkeys/passkey-signatures.ts';
import { type ChallengePurpose, Passkeys } from './passkeys/passkeys.ts';
import { Totp } from './second-factor/totp.service.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { PasswordHashes } from './sign-in/password-hash.ts';
import type { SignIns } from './sign-in/sign-ins.ts';
import { SignInSteps } from './sign-in-steps.ts';

/** Lifetime of the state of a sign-in step: enough to find the device or phone. */
const SHORT_MS = 10 * 60_000;

export const OIDC_PATH = '/admin/sign-in/oidc';
export const OIDC_BACK_PATH = '/admin/sign-in/oidc/back';

/** Services shared by all ways to prove an operator's identity. */
export interface SecondFactorsWiring {
  platform: Platform;
  attempts: FactorAttempts;
  hashes: PasswordHashes;
  accounts: Accounts;
  steps: SignInSteps;
  totp: Totp;
  passkeys: Passkeys;
  passkeySignatures: PasskeySignatures;
  /** Sign-in at an identity provider. Null if none is configured. */
  oidc: { provider: OidcProvider; people: OidcPeople } | null;
  /** Clears the cache of sessions in this process. */
  forgetSessions(): void;
}

interface SecondFactorsWiringOptions {
  accounts: Accounts;
  hashes: PasswordHashes;
  cookie: SessionCookie;
  signIns: SignIns;
  oidc: OidcSettings | null;
  acceptByAddress?: AcceptByAddress;
  forgetSessions(): void;
}

export function wireSecondFactors(
  platform: Platform,
  { cookie, signIns, oidc, acceptByAddress, ...given }: SecondFactorsWiringOptions,
): SecondFactorsWiring {
  const { config, encryption, publicUrl } = platform;
  const parts = { envelopes: encryption, database: platform.database, clock: platform.clock };
  const { accounts } = given;
  const totp = new Totp(encryption, config.encryptionKey, accounts);
  const challenges = new EncryptedStates<ChallengePurpose>(parts, 'passkey challenge', SHORT_MS);
  const passkeys = new Passkeys(challenges, accounts, publicUrl);
  return {
    ...given,
    platform,
    attempts: new FactorAttempts(platform.limits),
    totp,
    steps: new SignInSteps({
      accounts,
      cookie,
      forgetSessions: given.forgetSessions,
      signIns,
      halfWay: new EncryptedStates(parts, 'half way in', SHORT_MS),
      totp,
    }),
    passkeys,
    passkeySignatures: new PasskeySignatures(passkeys, new EncryptedStates(parts, 'passkey signature', SHORT_MS)),
    oidc: oidc && {
      provider: new OidcProvider(oidc, new URL(OIDC_BACK_PATH, publicUrl).href, config.of(proxyConfig)),
      people: new OidcPeople(oidc.allowedDomains, accounts, acceptByAddress),
    },
  };
}
