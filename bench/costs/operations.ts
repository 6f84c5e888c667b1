import { Agent, request } from 'node:http';
import { bodyFor, type Gateway } from '../gateway/ask.ts';

/** An operation whose unit costs are measured. */
export interface Operation {
  readonly name: string;
  /** Requests per second of the mixed load, far below what two cores can do. */
  readonly perSecond: number;
  /**
   * Sends one request and waits for its result.
   * @throws if the response isn't the expected one: a fast error isn't a fast response
   */
  run(turn: number): Promise<void>;
}

const LIST = JSON.stringify({
  query: `{ assets(first: 50) { nodes { id title alt status thumbhash dominantColor createdAt updatedAt } } }`,
});
const SEAL = JSON.stringify({ artifact_text: 'The offer stands until Friday.', disclaimer_ack: true });
/** Number of tags that callers of `pick` ask for in turn, so that their rotations exist after the warm-up. */
const PICKED_TAGS = 20;

/** The operations of the capacity model. */
export function operations(options: {
  url: string;
  adminToken: string;
  integrationsSecret: string;
  gateway: Gateway;
}): Operation[] {
  const { url, adminToken, integrationsSecret, gateway } = options;
  const client = new HttpClient();
  const operator = { authorization: `Bearer ${adminToken}` };
  const call = JSON.stringify(bodyFor(gateway, false));
  let drawn = 0;
  return [
    {
      name: 'list of 50 pictures, by GraphQL',
      perSecond: 80,
      run: async () => client.post(`${url}/graphql`, LIST, operator, 200, '"nodes":[{'),
    },
    {
      name: 'pick by one tag',
      perSecond: 60,
      run: async (turn) => client.get(`${url}/api/marketing/image-bank/pick?tags=word${1 + (turn % PICKED_TAGS)}`),
    },
    {
      name: 'seal of a text',
      perSecond: 40,
      run: async () => client.post(`${url}/api/legal/provenance-seal`, SEAL, operator, 201, '"seal"'),
    },
    {
      name: 'model call',
      perSecond: 40,
      run: async () => client.post(gateway.url, call, gateway.headers, 200, '"choices"'),
    },
    {
      name: 'render of 1024 × 1024 by the engine',
      perSecond: 0.3,
      run: async () =>
        client.post(
          `${url}/api/integrations/cinema/render`,
          JSON.stringify({ prompt: `harbour at dawn, boat ${drawn++}` }),
          { authorization: `Bearer ${integrationsSecret}`, prefer: 'wait=25' },
          200,
          '"SUCCEEDED"',
        ),
    },
  ];
}

/** Sends requests over kept connections with little processor time of its own. */
class HttpClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  get(url: string): Promise<void> {
    return this.#send(url, 'GET', {}, undefined, 200, '');
  }

  post(url: string, body: string, headers: Record<string, string>, status: number, contains: string): Promise<void> {
    return this.#send(url, 'POST', { ...headers, 'content-type': 'application/json' }, body, status, contains);
  }

  #send(
    url: string,
    method: string,
    headers: Record<string, string>,
    body: string | undefined,
    status: number,
    contains: string,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { agent: this.#agent, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(parts).toString();
          if (response.statusCode === status && text.includes(contains)) resolve();
          else reject(new Error(`${method} ${url}: ${response.statusCode} ${text.slice(0, 300)}`));
        });
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }
}
