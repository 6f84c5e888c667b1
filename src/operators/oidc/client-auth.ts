import { type ClientAuth, ClientSecretBasic, ClientSecretJwt, ClientSecretPost } from 'openid-client';

/** Ways for this service to authenticate at the provider, in order of preference. Names from OpenID Connect Core, section 9. */
const METHODS: Readonly<Record<string, (secret: string) => ClientAuth>> = {
  client_secret_basic: ClientSecretBasic,
  client_secret_post: ClientSecretPost,
  client_secret_jwt: ClientSecretJwt,
};

/**
 * Authenticates this service by the first of `METHODS` that the provider’s metadata lists, or else by `client_secret_basic`.
 */
export function clientAuthOf(secret: string): ClientAuth {
  return (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = Object.keys(METHODS).find((name) => supported.includes(name)) ?? 'client_secret_basic';
    // The result is returned, because the function for `client_secret_jwt` returns a promise, which its type doesn’t declare.
    return METHODS[method]!(secret)(server, client, body, headers);
  };
}
