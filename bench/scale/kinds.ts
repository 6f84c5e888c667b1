import { createHash } from 'node:crypto';
import { JSON_BODY, LIST_OF_50, pickPath } from '../frequent-requests.ts';
import type { HttpRequest } from '../http-client.ts';

/** A kind of request of the load. */
export interface RequestKind {
  readonly name: string;
  /** Requests per second before calibration, in proportion to the other kinds. */
  readonly perSecond: number;
  /** True if every second must have a completed request. False for a kind that is rarer than that. */
  readonly isEachSecond: boolean;
  /** A request that is sent again, with the same idempotency key, until it is answered. */
  readonly request: (turn: number) => ScaleRequest;
  /** Key under which the result of a turn is found in the database. */
  readonly resultOf: (turn: number, response: string) => string;
}

export interface ScaleRequest extends HttpRequest {
  /** Status of the expected response. */
  readonly status: number;
  /** Text that only the expected response contains. */
  readonly contains: string;
}

/** Credentials of the callers. Those who write aren't those who read, as in a real installation. */
export interface Callers {
  readonly adminToken: string;
  readonly integrationsSecret: string;
  readonly customerKey: string;
  readonly task: string;
  /** Distinguishes the texts and keys of this run from those of other runs on the same database. */
  readonly run: string;
}

/** Text that is sealed in this turn, unique in the database. */
const sealedText = (run: string, turn: number) => `Offer ${turn} of ${run} stands until Friday.`;
/** Brief of a picture, unique in the database. */
const brief = (run: string, turn: number) => `harbour at dawn, boat ${turn} of ${run}`;

export function requestKinds({ adminToken, integrationsSecret, customerKey, task, run }: Callers): RequestKind[] {
  return [
    {
      name: 'pick',
      perSecond: 30,
      isEachSecond: true,
      request: (turn) => ({
        path: pickPath(turn),
        headers: {},
        status: 200,
        contains: '"url"',
      }),
      resultOf: (turn) => `${turn}`,
    },
    {
      name: 'list',
      perSecond: 40,
      isEachSecond: true,
      request: () => ({
        path: '/graphql',
        headers: { ...JSON_BODY, authorization: `Bearer ${adminToken}` },
        body: LIST_OF_50,
        status: 200,
        contains: '"nodes":[{',
      }),
      resultOf: (turn) => `${turn}`,
    },
    {
      name: 'seal',
      perSecond: 20,
      isEachSecond: true,
      request: (turn) => ({
        path: '/api/legal/provenance-seal',
        headers: {
          ...JSON_BODY,
          authorization: `Bearer ${integrationsSecret}`,
          'idempotency-key': `seal-${run}-${turn}`,
        },
        body: JSON.stringify({ artifact_text: sealedText(run, turn), disclaimer_ack: true }),
        status: 201,
        contains: '"seal"',
      }),
      resultOf: (turn) => createHash('sha256').update(sealedText(run, turn)).digest('hex'),
    },
    {
      name: 'model call',
      perSecond: 20,
      isEachSecond: true,
      request: (turn) => ({
        path: '/v1/chat/completions',
        headers: { ...JSON_BODY, authorization: `Bearer ${customerKey}`, 'idempotency-key': `call-${run}-${turn}` },
        body: JSON.stringify({ model: task, messages: [{ role: 'user', content: `Is ${turn} a complaint?` }] }),
        status: 200,
        contains: '"choices"',
      }),
      resultOf: (_turn, response) => /run_[0-9a-z]{26}/.exec(response)?.[0] ?? 'no run',
    },
    {
      name: 'render',
      perSecond: 0.2,
      isEachSecond: false,
      request: (turn) => ({
        path: '/api/integrations/cinema/render',
        headers: {
          ...JSON_BODY,
          authorization: `Bearer ${integrationsSecret}`,
          'idempotency-key': `render-${run}-${turn}`,
          prefer: 'wait=25',
        },
        body: JSON.stringify({ prompt: brief(run, turn) }),
        status: 200,
        contains: '"SUCCEEDED"',
      }),
      resultOf: (turn) => brief(run, turn),
    },
  ];
}
