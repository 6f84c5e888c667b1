import { decide } from '../src/gateway/routing/decide.ts';
import type { RoutingRequest, RoutingSnapshot } from '../src/gateway/routing/decision.ts';
import { policyOf } from '../src/gateway/routing/policy-of-catalogue.ts';
import { deploymentsOf } from '../src/gateway/routing/snapshot.ts';
import { SEED } from '../src/models/seed/seed-catalogue.ts';
import { documentDigest } from '../src/proof/document-digest.ts';
import type { Bench } from './bench.ts';

const TIMES = 100_000;
const ROUNDS = 9;

/** Measures the pure routing decision over all tasks of the initial catalogue. Returns a Markdown table. */
export async function benchDecide({ machine, isQuick }: Bench): Promise<string> {
  const times = isQuick ? TIMES / 100 : TIMES;
  const title = `## The decision alone (${machine()})`;
  const rounds = Array.from({ length: ROUNDS }, () => microsecondsOf(times)).sort((a, b) => a - b);
  const [best, median] = [rounds[0]!, rounds[Math.floor(ROUNDS / 2)]!].map((value) => value.toFixed(2));
  return `${title}\n\n| | µs a decision |\n|---|---|\n| median of ${ROUNDS} rounds | ${median} |\n| best round | ${best} |`;
}

const catalogue = { ...SEED, version: 1, sha256: documentDigest(SEED) };
const policy = { version: 1, sha256: catalogue.sha256, ...policyOf(catalogue) };

/** Requests with snapshots for which the decision must compare prices, money and a preference, and refuses nothing early. */
const requests = catalogue.tasks.map((task) => {
  const deployments = Object.fromEntries(deploymentsOf(catalogue, task).map((id) => [id, availability()]));
  const snapshot: RoutingSnapshot = {
    at: '2026-11-22T12:00:00.000Z',
    catalogueVersion: 1,
    plan: 'BASE',
    isSandboxOn: false,
    isPastSoftCap: true,
    hasHardLimit: true,
    leftMicros: 1_000_000,
    openGates: [],
    deployments,
  };
  const request: RoutingRequest = {
    task: task.name,
    inputTokens: 1_000,
    maxOutputTokens: 500,
    needsTools: false,
    needsOutputSchema: false,
    preference: 'COST',
  };
  return { task, request, snapshot };
});

function availability() {
  return {
    credential: { source: 'SERVICE', keyId: null },
    whyNot: null,
    breaker: 'CLOSED',
    medianFirstTokenMs: 300,
    mostMicros: 1_234,
  } as const;
}

function microsecondsOf(times: number): number {
  const began = performance.now();
  for (let count = 0; count < times; count++) {
    const { task, request, snapshot } = requests[count % requests.length]!;
    decide(policy, catalogue, task, request, snapshot);
  }
  return ((performance.now() - began) * 1_000) / times;
}
