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
import { isAway, OidcSignInFailed } from './oidc-sign-in-failed.ts';
import { verifiedAddress } from './verified-address.ts';

/** For each request to the provider. A person waits for it. */
const TIMEOUT_SECONDS = 8;
/** What the provider says of itself changes rarely; that it is away is asked again soon, and not by everybody at once. */
const KNOWN_FOR_MS = 3_600_000;
const AWAY_FOR_MS = 5_000;
/** How old a sign-in at the provider may be that has to be a new one. */
const FRESH_SECONDS = 120;

/** What has to be the same when somebody comes back from the provider. Nobody else may see it: it is kept in an encrypted cookie. */
export interface OidcFlow {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Whether the provider was told to ask again who it is. */
  isAfresh: boolean;
}

/** Whom the provider vouches for. */
export interface OidcIdentity {
  issuer: string;
  /** How the provider calls this person, always. */
  subject: string;
  /** In lower case. */
  email: string;
  name: string | null;
}

/** A provider of identities, by OpenID Connect: authorization code with PKCE, state, nonce and signed answers. */
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

  /** @throws NotVouchedFor; Refusal SERVICE_UNAVAILABLE when the provider is away */
  async begin(isAfresh: boolean): Promise<{ url: URL; way: OidcFlow }> {
    const configuration = await this.#configuration();
    const way = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier(), isAfresh };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email profile',
      state: way.state,
      nonce: way.nonce,
      code_challenge: await calculatePKCECodeChallenge(way.codeVerifier),
      code_challenge_method: 'S256',
      ...(isAfresh && { prompt: 'login', max_age: String(FRESH_SECONDS) }),
    });
    return { url, way };
  }

  /**
   * @param query of the address that the provider has sent the browser back to, with its `?`
   * @throws NotVouchedFor; Refusal SERVICE_UNAVAILABLE when the provider is away
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
      const { sub, ...told } = tokens.claims()!;
      // Some providers give the address only to callers with the access token.
      const claims = told.email === undefined ? await this.#userInfo(configuration, tokens.access_token, sub) : told;
      const email = verifiedAddress(claims, this.#settings.trustsAddresses);
      // The identity must be certain: text that can't be stored unchanged identifies nobody.
      if (!isStorable(sub) || !isStorable(email)) throw new OidcSignInFailed('PROVIDER', 'CLAIM_NOT_TEXT');
      return {
        issuer: this.#settings.issuer.href,
        subject: sub,
        email,
        name: typeof claims.name === 'string' ? storableText(claims.name.slice(0, 200)) : null,
      };
    } catch (cause) {
      throw isAway(cause) ? this.#away(cause) : OidcSignInFailed.because(cause);
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

  /** Asked for when somebody comes, never at the start: a provider that is away keeps nobody from anything else. */
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
      // Signatures are looked at though the answer came by TLS: between here and there may stand more than one proxy.
      const execute = [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])];
      return await discovery(issuer, clientId, undefined, clientAuthOf(clientSecret), {
        [customFetch]: this.#fetch.fetch,
        timeout: TIMEOUT_SECONDS,
        execute,
      });
    } catch (cause) {
      throw isAway(cause) ? this.#away(cause) : OidcSignInFailed.because(cause);
    }
  }

  #away(cause: unknown): Refusal {
    return new Refusal(
      'SERVICE_UNAVAILABLE',
      `${this.name} cannot be asked at the moment. Try again shortly, or sign in another way.`,
      { retryAfterSeconds: AWAY_FOR_MS / 1000, cause },
    );
  }
}
