import { type ClientAuth, ClientSecretBasic, ClientSecretJwt, ClientSecretPost } from 'openid-client';

/** Method names of OpenID Connect Core, section 9, in order of preference. */
const METHODS: Readonly<Record<string, (secret: string) => ClientAuth>> = {
  client_secret_basic: ClientSecretBasic,
  client_secret_post: ClientSecretPost,
  client_secret_jwt: ClientSecretJwt,
};

/** Authenticates the client with a method that the provider’s metadata lists. Default: `client_secret_basic`. */
export function clientAuthOf(secret: string): ClientAuth {
  return (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = Object.keys(METHODS).find((name) => supported.includes(name)) ?? 'client_secret_basic';
    // `client_secret_jwt` returns a promise, which the types don’t declare.
    return METHODS[method]!(secret)(server, client, body, headers);
  };
}
