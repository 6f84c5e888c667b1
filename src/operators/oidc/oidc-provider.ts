import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { Refusal } from '../../platform/errors/errors.ts';
import { isStorable, storableText } from '../../platform/errors/well-formed.ts';
import type { Proxies } from '../../platform/http/proxies.ts';
import { clientAuthOf } from './client-auth.ts';
import type { OidcSettings } from './oidc.config.ts';
import { oidcFetch } from './oidc-fetch.ts';
import { isProviderFailure, OidcSignInFailed } from './oidc-sign-in-failed.ts';
import { verifiedAddress } from './verified-address.ts';

/** Timeout per request to the provider, while a person waits. */
const TIMEOUT_SECONDS = 8;
/**
 * Time for which the provider’s metadata is cached: an hour. A failure is retried after five seconds, by one caller at a time.
 */
const KNOWN_FOR_MS = 3_600_000;
const AWAY_FOR_MS = 5_000;
/** Maximum age of a sign-in at the provider, in seconds, when the operator must sign in there again. */
const FRESH_SECONDS = 120;

/**
 * State of a pending sign-in that is verified when the browser returns from the provider. Confidential: stored in an encrypted
 * cookie.
 */
export interface OidcFlow {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** True if the provider was asked to authenticate the person again. */
  isAfresh: boolean;
}

/** Identity of a person, as confirmed by the provider. */
export interface OidcIdentity {
  issuer: string;
  /** The provider’s permanent id of the person. */
  subject: string;
  /** Verified e-mail address in lower case. */
  email: string;
  name: string | null;
}

/** Signs operators in at an OpenID Connect provider: authorization code with PKCE, state, nonce and signed responses. */
export class OidcProvider {
  readonly name: string;
  readonly #settings: OidcSettings;
  readonly #redirectUri: string;
  readonly #fetch: ReturnType<typeof oidcFetch>;
  #known: { configuration: Promise<Configuration>; until: number } | null = null;

  constructor(settings: OidcSettings, redirectUri: string, proxies: Proxies) {
    this.name = settings.name;
    this.#settings = settings;
    this.#redirectUri = redirectUri;
    this.#fetch = oidcFetch(settings.issuer, proxies);
  }

  /**
   * Begins a sign-in at the provider.
   * @param isAfresh true to have the person authenticate again
   * @throws OidcSignInFailed; Refusal SERVICE_UNAVAILABLE if the provider is unreachable
   */
  async begin(isAfresh: boolean): Promise<{ url: URL; flow: OidcFlow }> {
    const configuration = await this.#configuration();
    const flow = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier(), isAfresh };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email profile',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
      code_challenge_method: 'S256',
      ...(isAfresh && { prompt: 'login', max_age: String(FRESH_SECONDS) }),
    });
    return { url, flow };
  }

  /**
   * Verifies the provider’s redirect and returns the identity.
   * @param query query of the redirect, with its `?`
   * @throws OidcSignInFailed; Refusal SERVICE_UNAVAILABLE if the provider is unreachable
   */
  async end(query: string, { state, nonce, codeVerifier, isAfresh }: OidcFlow): Promise<OidcIdentity> {
    const configuration = await this.#configuration();
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(query, this.#redirectUri), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
        ...(isAfresh && { maxAge: FRESH_SECONDS }),
      });
      const { sub, ...tokenClaims } = tokens.claims()!;
      // Some providers don’t put the e-mail address into the id token. They return it from the userinfo endpoint.
      const claims =
        tokenClaims.email === undefined ? await this.#userInfo(configuration, tokens.access_token, sub) : tokenClaims;
      const email = verifiedAddress(claims, this.#settings.trustsAddresses);
      // Subject and address are compared exactly, so text that can’t be stored unchanged is refused.
      if (!isStorable(sub) || !isStorable(email)) throw new OidcSignInFailed('PROVIDER', 'CLAIM_NOT_TEXT');
      return {
        issuer: this.#settings.issuer.href,
        subject: sub,
        email,
        name: typeof claims.name === 'string' ? storableText(claims.name.slice(0, 200)) : null,
      };
    } catch (cause) {
      throw isProviderFailure(cause) ? this.#unavailable(cause) : OidcSignInFailed.because(cause);
    }
  }

  close(): Promise<void> {
    return this.#fetch.close();
  }

  #userInfo(configuration: Configuration, accessToken: string, subject: string): Promise<Record<string, unknown>> {
    return configuration.serverMetadata().userinfo_endpoint
      ? fetchUserInfo(configuration, accessToken, subject)
      : Promise.resolve({});
  }

  /** Loads the provider’s metadata on demand, not at the start, so that an unreachable provider affects nothing else. */
  #configuration(): Promise<Configuration> {
    const now = performance.now();
    if (this.#known && this.#known.until > now) return this.#known.configuration;
    const known = { configuration: this.#discover(), until: now + KNOWN_FOR_MS };
    known.configuration.catch(() => {
      known.until = performance.now() + AWAY_FOR_MS;
    });
    this.#known = known;
    return known.configuration;
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const isPlain = issuer.protocol === 'http:';
    try {
      // Signatures of the provider are verified even over TLS, because the connection can end at a proxy.
      const execute = [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])];
      return await discovery(issuer, clientId, undefined, clientAuthOf(clientSecret), {
        [customFetch]: this.#fetch.fetch,
        timeout: TIMEOUT_SECONDS,
        execute,
      });
    } catch (cause) {
      throw isProviderFailure(cause) ? this.#unavailable(cause) : OidcSignInFailed.because(cause);
    }
  }

  #unavailable(cause: unknown): Refusal {
    return new Refusal(
      'SERVICE_UNAVAILABLE',
      `${this.name} is unreachable at the moment. Try again shortly, or sign in another way.`,
      { retryAfterSeconds: AWAY_FOR_MS / 1000, cause },
    );
  }
}
