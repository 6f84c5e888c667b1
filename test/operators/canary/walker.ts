import type { Json } from '../../support/api.ts';
import { FormBrowser } from '../../support/forms.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import type { Place } from './places.ts';
import type { Secrets } from './secrets.ts';

type Shown = { bearer: string } | { cookie: string } | null;

/** Asks a service for everything, and keeps every answer with what may stand in it. */
export class Walker {
  readonly answers: Place[] = [];
  readonly #service: ServiceProcess;
  readonly #secrets: Secrets;
  #allowed: readonly string[] = [];

  constructor(service: ServiceProcess, secrets: Secrets) {
    this.#service = service;
    this.#secrets = secrets;
  }

  /** What is answered meanwhile may show these, and nothing else. */
  async showing<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    this.#allowed = names;
    try {
      return await work();
    } finally {
      this.#allowed = [];
    }
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await this.#service.fetch(path, init);
    const text = await response.clone().text();
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
    this.#keepCookies(response);
    const where = `answer ${this.answers.length + 1}: ${init.method ?? 'GET'} ${path.slice(0, 40)} ${response.status}`;
    this.answers.push({ where, text: `${JSON.stringify(headers)} ${text}`, allowed: this.#allowed });
    return response;
  }

  async ask(path: string, shown: Shown, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (shown && 'bearer' in shown) headers.set('authorization', `Bearer ${shown.bearer}`);
    if (shown && 'cookie' in shown) {
      headers.set('cookie', shown.cookie);
      headers.set('origin', this.#service.url);
    }
    if (init.body && !headers.has('content-type')) headers.set('content-type', 'application/json');
    return this.send(path, { ...init, headers });
  }

  /** What a GraphQL operation answers. */
  async graph(query: string, shown: Shown, variables: object = {}): Promise<Json> {
    const response = await this.ask('/graphql', shown, { method: 'POST', body: JSON.stringify({ query, variables }) });
    return response.json();
  }

  /** A mutation that has to do what it is for. Gives its payload. */
  async does(name: string, input: object, payload: string, shown: Shown): Promise<Json> {
    const result = await this.mutate(name, input, payload, shown);
    const answer = result.data?.[name];
    if (!answer || 'code' in answer) throw new Error(`${name}: ${JSON.stringify(result)}`);
    return answer;
  }

  mutate(name: string, input: unknown, payload: string, shown: Shown): Promise<Json> {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    return this.graph(
      `mutation ($input: ${type}!) { ${name}(input: $input) { __typename ${payload}
         ... on Problem { code message } ... on InputInvalid { issues { pointer message } } } }`,
      shown,
      { input },
    );
  }

  async mcp(shown: Shown, name: string, taken: object): Promise<string> {
    const response = await this.ask('/mcp', shown, {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: taken } }),
    });
    return response.text();
  }

  browser(): FormBrowser {
    return new FormBrowser({ url: this.#service.url, fetch: (path, init) => this.send(path, init) });
  }

  /** What lets somebody in by itself: shown in no body, ever. */
  #keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (!value) continue;
      const whole = decodeURIComponent(value);
      // What one begins with may say what it is; what it ends with does not.
      this.#secrets.add(`cookie ${name}`, whole, { random: whole.slice(-24) });
      if (name === 'imprimatur-session') this.#secrets.add('session token', whole.split('.')[0]!);
    }
  }
}
