import { JSON_BODY, LIST_OF_50, pickPath } from '../frequent-requests.ts';
import { bodyFor, type Gateway } from '../gateway/ask.ts';
import { HttpClient, type HttpRequest } from '../http-client.ts';

const CONNECTIONS = 64;

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

const SEAL = JSON.stringify({ artifact_text: 'The offer stands until Friday.', disclaimer_ack: true });

/** The operations of the capacity model. */
export function operations(options: {
  url: string;
  adminToken: string;
  integrationsSecret: string;
  /** The gateway of this service. Its URL begins with `url`. */
  gateway: Gateway;
}): Operation[] {
  const { url, adminToken, integrationsSecret, gateway } = options;
  const client = new HttpClient(url, CONNECTIONS);
  const send = async (wanted: HttpRequest, status: number, contains: string) => {
    const attempt = await client.send(wanted);
    if (attempt.status === status && attempt.text.includes(contains)) return;
    throw new Error(`${wanted.path}: ${attempt.status} ${attempt.text.slice(0, 300)}`);
  };
  const operator = { ...JSON_BODY, authorization: `Bearer ${adminToken}` };
  const call = {
    path: new URL(gateway.url).pathname,
    headers: { ...JSON_BODY, ...gateway.headers },
    body: JSON.stringify(bodyFor(gateway, false)),
  };
  let drawn = 0;
  return [
    {
      name: 'list of 50 pictures, by GraphQL',
      perSecond: 80,
      run: () => send({ path: '/graphql', headers: operator, body: LIST_OF_50 }, 200, '"nodes":[{'),
    },
    {
      name: 'pick by one tag',
      perSecond: 60,
      run: (turn) => send({ path: pickPath(turn), headers: {} }, 200, '"url"'),
    },
    {
      name: 'seal of a text',
      perSecond: 40,
      run: () => send({ path: '/api/legal/provenance-seal', headers: operator, body: SEAL }, 201, '"seal"'),
    },
    { name: 'model call', perSecond: 40, run: () => send(call, 200, '"choices"') },
    {
      name: 'render of 1024 × 1024 by the engine',
      perSecond: 0.3,
      run: () =>
        send(
          {
            path: '/api/integrations/cinema/render',
            headers: { ...JSON_BODY, authorization: `Bearer ${integrationsSecret}`, prefer: 'wait=25' },
            body: JSON.stringify({ prompt: `harbour at dawn, boat ${drawn++}` }),
          },
          200,
          '"SUCCEEDED"',
        ),
    },
  ];
}
