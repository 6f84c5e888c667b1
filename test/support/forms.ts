import type { Api, Credential } from './api.ts';

export interface Answered {
  status: number;
  headers: Headers;
  /** Where it leads; null where it leads nowhere. */
  location: string | null;
  page: string;
}

/** A service that a browser talks to: within the test, or a process of its own. */
type Served = Pick<Api, 'url' | 'fetch'>;

/** A browser of somebody: keeps cookies, sends forms from our own pages. It follows nothing by itself. */
export class FormBrowser {
  readonly #api: Served;
  readonly #cookies = new Map<string, string>();

  constructor(api: Served, as?: Extract<Credential, { cookie: string }>) {
    this.#api = api;
    for (const pair of as?.cookie.split('; ') ?? []) this.#keep(pair);
  }

  get(path: string): Promise<Answered> {
    return this.#ask(path, { method: 'GET' });
  }

  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#ask(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: new URL(this.#api.url).origin,
        ...headers,
      },
    });
  }

  /** As a request of this browser shows them. */
  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ');
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  cookieNamed(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Cookies whose names begin like this. */
  cookiesNamed(prefix: string): [name: string, value: string][] {
    return [...this.#cookies].filter(([name]) => name.startsWith(prefix));
  }

  async #ask(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Answered> {
    const response = await this.#api.fetch(path, { ...init, headers: { ...init.headers, cookie: this.cookie } });
    for (const set of response.headers.getSetCookie())
      this.#keep(set.split(';')[0]!, /Expires=Thu, 01 Jan 1970/i.test(set));
    const { status, headers } = response;
    return { status, headers, location: headers.get('location'), page: await response.text() };
  }

  #keep(pair: string, isGone = false): void {
    const at = pair.indexOf('=');
    if (at < 1) return;
    if (isGone) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
