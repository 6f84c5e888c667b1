import { customer } from '../../../src/customers/customer.principal.ts';
import type { Account, CustomersApi } from '../../../src/customers/index.ts';
import { type AnyFeature, defineFeature } from '../../../src/feature.ts';
import type { IdempotentWork } from '../../../src/gateway/idempotency/idempotent-work.ts';
import { imagesMount, type PictureDrawer, v1Mounts } from '../../../src/gateway/v1/index.ts';
import type { Catalogue, TaskEntry } from '../../../src/models/index.ts';
import { newId } from '../../../src/platform/ids.ts';
import { REGISTRY, registerNames } from '../../../src/platform/registry.ts';
import { type Api, type ApiOptions, startApi } from '../../support/api.ts';
import { FakeRuns } from './fake-runs.ts';

export const TASK = 'fast-execution/field-extraction';
export const OTHER_TASK = 'human-phrasing/warm-tone';
export const CUSTOMER_KEY = 'imck_of-a-customer-for-tests';
/** Good for one task only. */
export const NARROW_KEY = 'imck_of-a-customer-for-one-task';

/** A service whose `/v1` runs what a test says. */
export interface V1 extends Api {
  runs: FakeRuns;
}

export async function startV1(options: ApiOptions = {}): Promise<V1> {
  const runs = new FakeRuns();
  const api = await startApi({ ...options, features: [...(options.features ?? []), fakeGateway(runs), noTools] });
  return Object.assign(api, { runs });
}

/** Its tools are operations of the graph that the whole gateway has. */
const noTools = defineFeature({ name: 'mcp', compose: () => ({ api: {} }) });

/** Keys are looked at by the whole service alone. */
const NEVER_KEPT: Pick<IdempotentWork, 'run'> = {
  run: async (ctx, _keyed, work) => ({ answer: await work(ctx, newId('run')), isReplay: false, warning: null }),
};

function fakeGateway(runs: FakeRuns): AnyFeature {
  nameWhatIsMissing();
  const account: Account = { id: 'cus_1', isOwnUse: false, plan: 'BASE', keyId: 'cky_1', tasks: null };
  return defineFeature({
    name: 'gateway',
    compose(platform) {
      const models = { current: async () => CATALOGUE };
      const customers: Pick<CustomersApi, 'accountOf' | 'callsLeft'> = {
        callsLeft: () => null,
        accountOf: async ({ principal }) => {
          return { ...account, tasks: principal.credential?.id === 'cky_narrow' ? [TASK] : null };
        },
      };
      return {
        api: {
          findRun: async () => null,
          imagesMount: (drawer: PictureDrawer) =>
            imagesMount({ platform, models, customers, idempotent: NEVER_KEPT }, drawer),
        },
        mounts: v1Mounts({
          platform,
          runs,
          log: { find: async () => null },
          held: { approvalOf: async () => null, completed: () => Promise.reject(), stateOf: () => 'PENDING' },
          sealReleased: async (_ctx, run) => run,
          models,
          customers,
        }),
        authenticators: [
          {
            async authenticate({ token }) {
              if (token === CUSTOMER_KEY) return customer('cus_1', 'cky_1');
              return token === NARROW_KEY ? customer('cus_1', 'cky_narrow') : null;
            },
          },
        ],
      };
    },
  });
}

/** What other features name where they are there. */
function nameWhatIsMissing(): void {
  const problems = {
    TASK_NOT_FOUND: { status: 404, title: 'There is no such task' },
    BUDGET_EXCEEDED: { status: 402, title: 'The money is spent' },
    CONTEXT_LENGTH_EXCEEDED: { status: 422, title: 'The input exceeds the context length of the task' },
    NO_PROVIDER_AVAILABLE: { status: 503, title: 'No provider is available' },
    PLAN_NOT_SUFFICIENT: { status: 403, title: 'The plan does not allow this' },
  };
  const missing = Object.entries(problems).filter(([code]) => !(REGISTRY.problems as Map<string, unknown>).has(code));
  const isNamed = (REGISTRY.permissions as ReadonlyMap<string, unknown>).has('tasks:run');
  registerNames({
    problems: Object.fromEntries(missing),
    permissions: isNamed
      ? {}
      : { 'tasks:run': { title: 'Run tasks', roles: ['ADMIN', 'EDITOR', 'INTEGRATION', 'CUSTOMER'] } },
  });
}

function task(name: string): TaskEntry {
  return {
    kind: 'TEXT',
    name,
    version: 1,
    slot: name,
    title: name,
    description: `What ${name} is for.`,
    instructions: null,
    parameters: { defaultMaxOutputTokens: 1_000, maxOutputTokens: 4_096, temperature: { min: 0, max: 1 } },
    outputSchema: null,
    gates: [],
    labels: [],
    dataClass: 'HOSTED',
    timeouts: { connectMs: 1_000, firstTokenMs: 1_000, idleMs: 1_000, totalMs: 10_000 },
    content: { keep: false, retentionDays: null },
  };
}

const CATALOGUE: Catalogue = {
  version: 1,
  sha256: 'a'.repeat(64),
  clusters: [],
  slots: [],
  tasks: [task(TASK), task(OTHER_TASK)],
  deployments: [],
  prices: [],
};

/** The `data:` of each event of a stream. */
export function dataOf(text: string): string[] {
  return text
    .split('\n\n')
    .flatMap((event) => event.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : [])));
}
