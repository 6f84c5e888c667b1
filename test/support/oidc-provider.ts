import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
// It has no types of its own.
// @ts-expect-error
import Provider from 'oidc-provider';

export const CLIENT_ID = 'imprimatur';
export const CLIENT_SECRET = 'a-secret-between-the-provider-and-us-0123456789';

export interface ThePerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** What an answer of the provider becomes on its way: its body and status, or nothing to leave it as it is. */
export type Mischief = (
  path: string,
  answer: { status: number; body: string },
) => { status?: number; body?: string } | undefined;

/** A real provider of identities on this machine, in which everybody is who the test says. */
export class TestOidcProvider {
  readonly issuer: string;
  /** Who signs in there next. */
  person: ThePerson = { sub: 'vera', email: 'vera@example.org', email_verified: true, name: 'Vera Brandt' };
  /** How many requests came from the service itself. */
  asked: string[] = [];
  mischief: Mischief | null = null;
  readonly #server: Server;

  private constructor(server: Server, issuer: string, redirectUri: string, clientAuth?: string) {
    this.#server = server;
    this.issuer = issuer;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [redirectUri],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          ...(clientAuth && { token_endpoint_auth_method: clientAuth }),
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' }] },
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      // As many do: what is asked for by a scope stands in the token itself.
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      ...(clientAuth && { clientAuthMethods: [clientAuth] }),
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['a key of the test'] },
      findAccount: (_ctx: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...this.person, sub }) }),
      interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    });
    const callback = provider.callback();
    server.on('request', async (req: IncomingMessage, res: ServerResponse) => {
      const path = new URL(req.url!, issuer).pathname;
      this.asked.push(path);
      if (path.startsWith('/interaction/')) return this.#letIn(provider, req, res);
      if (this.mischief) this.#tamper(path, res);
      return callback(req, res);
    });
  }

  /** @param redirectUri where the service is sent back to; told once the service has its address */
  static async start(
    redirectUri: string,
    port = 0,
    { clientAuth }: { clientAuth?: string } = {},
  ): Promise<TestOidcProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new TestOidcProvider(
      server,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      redirectUri,
      clientAuth,
    );
  }

  /** Signs the person in and grants what is asked, as somebody does who presses the two buttons. */
  async #letIn(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { grantId, params } = await provider.interactionDetails(req, res);
    const { sub } = this.person;
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: sub, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    const result = { login: { accountId: sub }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  }

  /** Goes the way there as a browser does. Gives the address that leads back, or what it says instead. */
  async signIn(address: string): Promise<string> {
    const cookies = new Map<string, string>();
    for (let at = address, hop = 0; hop < 10; hop++) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
        cookies.set(name!, value!);
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
      at = new URL(location, this.issuer).href;
      if (!at.startsWith(this.issuer)) return at;
    }
    throw new Error('The provider leads nowhere.');
  }

  #tamper(path: string, res: ServerResponse): void {
    const end = res.end.bind(res);
    const chunks: Buffer[] = [];
    res.write = ((chunk: string | Buffer) => {
      chunks.push(Buffer.from(chunk));
      return true;
    }) as typeof res.write;
    res.end = ((chunk?: string | Buffer) => {
      if (chunk) chunks.push(Buffer.from(chunk));
      const answer = { status: res.statusCode, body: Buffer.concat(chunks).toString() };
      const other = this.mischief?.(path, answer);
      res.statusCode = other?.status ?? answer.status;
      const body = Buffer.from(other?.body ?? answer.body);
      if (!res.headersSent) res.setHeader('content-length', body.length);
      return end(body);
    }) as typeof res.end;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
