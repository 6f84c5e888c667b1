import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { Json, Program } from '../upgrades/support/program.ts';

export interface Served {
  made: number;
  /** What each request that failed was, with its status and the code of its problem. */
  failed: string[];
  /** Milliseconds that the longest request took, by kind. */
  longestMs: Record<string, number>;
}

interface Caller {
  service: Program;
  partnerToken: string;
  /** Seals made so far, which are looked up again. */
  sealIds: string[];
}

const word = () => `word${1 + Math.floor(Math.random() ** 3 * 10_000)}`;

const picture = async () =>
  (
    await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
      .png()
      .toBuffer()
  ).toString('base64');

/** One request of each kind that the documents of 0.0.1 name, but for the health report, which fails on a busy machine. */
const REQUESTS: Record<string, (caller: Caller) => Promise<{ status: number; body: Json }>> = {
  list: ({ service }) => service.ask('/api/admin/image-bank?limit=20', { as: service.secret('admin-token') }),
  'list by tag': ({ service }) =>
    service.ask(`/api/admin/image-bank?tags=${word()}`, { as: service.secret('admin-token') }),
  graph: ({ service }) =>
    service.ask('/graphql', {
      body: { query: '{ assets(first: 20) { nodes { id title tags file { url sha256 } } } }' },
      as: service.secret('admin-token'),
    }),
  pick: ({ service }) => service.ask(`/api/marketing/image-bank/pick?tags=word${randomInt(1, 50)}`),
  partner: ({ service, partnerToken }) => service.ask(`/api/media-desk/${partnerToken}/bank?limit=20`),
  upload: async ({ service }) =>
    service.ask('/api/admin/image-bank', {
      as: service.secret('admin-token'),
      body: { title: 'A picture', tags: [word(), `new${randomInt(1e6)}`], imageBase64: await picture() },
    }),
  render: ({ service }) =>
    service.ask('/api/integrations/cinema/render', {
      as: service.secret('integrations-inbound-secret'),
      headers: { prefer: 'wait=1' },
      body: { prompt: 'Calm sea at dawn', tags: ['spring mailing'], width: 256, height: 256, seed: randomInt(1e6) },
    }),
  seal: async (caller) => {
    const text = `The offer stands until Friday, ${randomBytes(8).toString('hex')}.`;
    const answer = await caller.service.ask('/api/legal/provenance-seal', {
      body: { artifact_text: text, disclaimer_ack: true },
    });
    if (answer.body.seal) caller.sealIds.push(answer.body.seal.id);
    return answer;
  },
  verify: ({ service, sealIds }) => service.ask(`/v/${sealIds[randomInt(sealIds.length)]}/seal.sigstore.json`),
};

/**
 * Requests of one process that may wait at once. Without a bound, a machine that is too slow for the rate gathers ever more of
 * them, and the migration beside them doesn't end.
 */
const MOST_AT_ONCE = 8;

/**
 * Sends requests of every kind to processes of 0.0.1, at most so many in a second to each, and fewer while these are slow. Repeats
 * none.
 */
export function callAll(
  services: readonly Program[],
  { partnerToken, stop, perSecond }: { partnerToken: string; stop: AbortSignal; perSecond: number },
): { done: Promise<void>; served: Served } {
  const served: Served = { made: 0, failed: [], longestMs: {} };
  const kinds = Object.keys(REQUESTS);
  const sealIds: string[] = [];
  const call = async (caller: Caller, kind: string) => {
    const began = performance.now();
    served.made += 1;
    try {
      const { status, body } = await REQUESTS[kind]!(caller);
      const error = body?.errors?.[0];
      if (status >= 400 || error) {
        served.failed.push(`${new Date().toISOString()} ${kind}: ${status} ${body?.code ?? error?.message ?? ''}`);
      }
    } catch (error) {
      served.failed.push(`${new Date().toISOString()} ${kind}: ${error}`);
    }
    served.longestMs[kind] = Math.max(served.longestMs[kind] ?? 0, Math.round(performance.now() - began));
  };
  const serve = async (service: Program) => {
    const caller = { service, partnerToken, sealIds };
    await call(caller, 'seal');
    const under = new Set<Promise<void>>();
    while (!stop.aborted) {
      const one = call(caller, kinds[randomInt(kinds.length)]!).finally(() => under.delete(one));
      under.add(one);
      if (under.size >= MOST_AT_ONCE) await Promise.race(under);
      await sleep((1_000 / perSecond) * 2 * Math.random());
    }
    await Promise.all(under);
  };
  return { done: Promise.all(services.map(serve)).then(() => {}), served };
}
