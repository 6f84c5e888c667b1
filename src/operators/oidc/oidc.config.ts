import { z } from 'zod';
import { httpUrl } from '../../platform/config/addresses.ts';
import { ConfigError, flag, list, optional } from '../../platform/config/config.ts';
import { isLoopbackHost } from './loopback-host.ts';

/** Configuration of the identity provider. */
export interface OidcSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** Name of the identity provider on the sign-in button. */
  name: string;
  /** Domains of accepted e-mail addresses, in lower case. Empty: all domains. */
  allowedDomains: readonly string[];
  /** True to accept e-mail addresses of the issuer without the claim `email_verified`. */
  trustsAddresses: boolean;
}

export const oidcVariables = {
  OIDC_ISSUER: optional(httpUrl()).describe('OpenID Connect issuer that operators can sign in with.'),
  OIDC_CLIENT_ID: optional(z.string().max(500)).describe('Client id at the issuer.'),
  OIDC_CLIENT_SECRET: optional(z.string().max(2_000)).describe('Client secret at the issuer.'),
  OIDC_NAME: optional(z.string().max(60))
    .default('your organisation')
    .describe('Name of the issuer on the sign-in page.'),
  OIDC_ALLOWED_DOMAINS: optional(list)
    .default([])
    .describe('E-mail domains accepted from the issuer, separated by commas. Default: all.'),
  OIDC_TRUST_EMAIL: optional(flag).describe(
    'Accept e-mail addresses of the issuer without the claim email_verified, as Entra ID sends them. Default: 0.',
  ),
};

/**
 * Configuration of the identity provider. Null if none is configured.
 * @throws ConfigError for an incomplete configuration, or for an issuer on another machine without https
 */
export function oidcOf(given: z.infer<z.ZodObject<typeof oidcVariables>>): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret) {
    throw new ConfigError(['OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: set all three, or none of them.']);
  }
  const url = new URL(issuer);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new ConfigError(['OIDC_ISSUER: it must begin with https://, unless the provider is on this machine.']);
  }
  return {
    issuer: url,
    clientId,
    clientSecret,
    name: given.OIDC_NAME,
    allowedDomains: given.OIDC_ALLOWED_DOMAINS.map((domain) => domain.toLowerCase().replace(/^@/, '')),
    trustsAddresses: given.OIDC_TRUST_EMAIL ?? false,
  };
}
