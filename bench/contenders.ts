import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { PROJECT_ROOT } from '../src/platform/project-root.ts';

/** One of those that are measured: how it is started and what is asked of it. */
export interface Contender {
  name: string;
  /** The process: arguments of `node`, and its environment beside what all of them get. */
  script: string[];
  env?: Record<string, string>;
  path: string;
  headers?: Record<string, string>;
  query: string;
  /** Where the 50 rows are in the data of its answer. */
  rows(data: never): Record<string, unknown>[];
  /** How fast ours should be in comparison; null where nothing is promised. */
  target: { required: number | null; aim: number } | null;
}

const SERVICE = path.join(PROJECT_ROOT, 'dist/src');
const script = (name: string) => path.join(import.meta.dirname, 'contenders', `${name}.js`);

const FIELDS = 'title alt status thumbhash dominantColor createdAt updatedAt';
const PAGE = {
  path: '/graphql',
  query: `query Page { assets(first: 50) { nodes { id ${FIELDS} } } }`,
  rows: (data: { assets: { nodes: Record<string, unknown>[] } }) => data.assets.nodes,
};

const ADMIN_TOKEN = randomBytes(24).toString('hex');
/** As it is run for others: every limit and check on, the operator's token in each request, warnings logged. */
const PRODUCTION = { ADMIN_TOKEN, LOG_LEVEL: 'warn', BENCH_SERVICE: SERVICE };
const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };

export const OURS = 'Imprimatur';
/** The service as it is deployed: arguments of `node`. */
export const SERVICE_SCRIPT = [path.join(SERVICE, 'main.js'), 'start'];

export const CONTENDERS: readonly Contender[] = [
  { name: OURS, script: SERVICE_SCRIPT, env: PRODUCTION, headers, ...PAGE, target: null },
  {
    name: 'Imprimatur, not compiled',
    script: [script('interpreted')],
    env: PRODUCTION,
    headers,
    ...PAGE,
    target: null,
  },
  {
    name: 'Mercurius, JIT and hand-written SQL',
    script: [script('mercurius')],
    ...PAGE,
    target: { required: 1, aim: 1.1 },
  },
  {
    name: 'PostGraphile',
    script: [script('postgraphile')],
    path: '/graphql',
    query: `query Page { allAssets(first: 50, orderBy: [PRIMARY_KEY_DESC]) { nodes { id: rowId ${FIELDS} } } }`,
    rows: (data: { allAssets: { nodes: Record<string, unknown>[] } }) => data.allAssets.nodes,
    target: { required: 1, aim: 1.2 },
  },
  { name: 'Floor: node:http and pg', script: [script('floor')], ...PAGE, target: { required: null, aim: 0.65 } },
];
