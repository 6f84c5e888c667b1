import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { PROJECT_ROOT } from '../src/platform/program/project-root.ts';

/**
 * A process to measure: the arguments of `node`, where `$PORT` is replaced by the port of the process, and environment
 * variables in addition to the common ones.
 */
export interface Server {
  name: string;
  script: string[];
  env?: Record<string, string>;
}

/** One side of a comparison: a request and the process that receives it. */
export interface Contender {
  name: string;
  server: Server;
  path: string;
  headers?: Record<string, string>;
  /** Body of a POST. Without it, the request is a GET. */
  body?: { query: string };
  /** Extracts the 50 rows from the response. */
  rows(answer: never): Record<string, unknown>[];
  /** Required and desired ratio of this service's speed to this contender's. Null without a goal. */
  target: { required: number | null; aim: number } | null;
}

/** Contenders with the same response. The first is this service, the reference for the others. */
export interface Comparison {
  title: string;
  contenders: readonly Contender[];
}

const SERVICE = path.join(PROJECT_ROOT, 'dist/src');
/** A build of an earlier commit, as `<its checkout>/dist/src`, to measure next to this one. */
export const EARLIER = process.env.BENCH_EARLIER;
export const script = (name: string) => path.join(import.meta.dirname, 'contenders', `${name}.js`);

/** A provider that responds immediately. */
export const PROVIDER: Server = {
  name: 'the provider',
  script: [path.join(import.meta.dirname, 'contenders/mock-upstream.ts')],
};

const ADMIN_TOKEN = randomBytes(24).toString('hex');
/** Settings as in production: all limits and checks, the operator's token in each request, warnings logged. */
const PRODUCTION = { ADMIN_TOKEN, LOG_LEVEL: 'warn' };
const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };

/** Arguments of `node` that start the service as it is deployed. */
export const SERVICE_SCRIPT = [path.join(SERVICE, 'main.js'), 'start'];

const OWN_SERVICE: Server = { name: 'Imprimatur', script: SERVICE_SCRIPT, env: PRODUCTION };
const service = (name: string, folder: string, compile: 'as deployed' | 'never'): Server => ({
  name,
  script: [script('service')],
  env: { ...PRODUCTION, BENCH_SERVICE: folder, BENCH_COMPILE: compile },
});
const NOT_COMPILED = service('Imprimatur, not compiled', SERVICE, 'never');
const EARLIER_ONES: readonly Server[] = EARLIER
  ? [
      // This build, started like the earlier build, so that the two can be compared.
      service('Imprimatur, without its background work', SERVICE, 'as deployed'),
      service('Imprimatur, earlier, without its background work', EARLIER, 'as deployed'),
      service('Imprimatur, earlier, not compiled', EARLIER, 'never'),
    ]
  : [];

const FIELDS = 'title alt status thumbhash dominantColor createdAt updatedAt';
const PAGE = {
  path: '/graphql',
  body: { query: `query Page { assets(first: 50) { nodes { id ${FIELDS} } } }` },
  rows: ({ data }: { data: { assets: { nodes: Record<string, unknown>[] } } }) => data.assets.nodes,
};
const LIST = {
  path: '/api/admin/image-bank?limit=50',
  rows: ({ items }: { items: Record<string, unknown>[] }) => items,
};

const ours = (server: Server, asked: typeof PAGE | typeof LIST): Contender => ({
  name: server.name,
  server,
  headers,
  target: null,
  ...asked,
});

export const COMPARISONS: readonly Comparison[] = [
  {
    title: 'Eight fields of 50 assets, by GraphQL',
    contenders: [
      ours(OWN_SERVICE, PAGE),
      ...[NOT_COMPILED, ...EARLIER_ONES].map((server) => ours(server, PAGE)),
      {
        name: 'Mercurius, JIT and hand-written SQL',
        server: { name: 'Mercurius', script: [script('mercurius')] },
        ...PAGE,
        target: { required: 1, aim: 1.1 },
      },
      {
        name: 'PostGraphile',
        server: { name: 'PostGraphile', script: [script('postgraphile')] },
        path: '/graphql',
        body: {
          query: `query Page { allAssets(first: 50, orderBy: [PRIMARY_KEY_DESC]) { nodes { id: rowId ${FIELDS} } } }`,
        },
        rows: ({ data }: { data: { allAssets: { nodes: Record<string, unknown>[] } } }) => data.allAssets.nodes,
        target: { required: 1, aim: 1.2 },
      },
      {
        name: 'Floor: node:http and pg',
        server: { name: 'the floor', script: [script('floor')] },
        ...PAGE,
        target: { required: null, aim: 0.65 },
      },
    ],
  },
  {
    title: 'The documented list of 50 assets with their seals and the total, by REST',
    contenders: [OWN_SERVICE, NOT_COMPILED, ...EARLIER_ONES].map((server) => ours(server, LIST)),
  },
];
