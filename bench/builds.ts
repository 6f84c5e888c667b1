import path from 'node:path';
import type { Bench } from './bench.ts';
import { EARLIER, PROVIDER, SERVICE_SCRIPT } from './contenders.ts';
import { measure, type Plan, type Round } from './gateway/measure.ts';
import { startGateway } from './gateway/service.ts';
import { markdownTable } from './markdown-table.ts';
import { quantile } from './quantile.ts';

const FULL = { trials: 6, plan: { rounds: 3, questions: 120, secondsOfLoad: 2, warmUpQuestions: 300 } };
/** Plan that only proves that the benchmark runs. Its figures mean nothing. */
const QUICK = { trials: 1, plan: { rounds: 1, questions: 10, secondsOfLoad: 1, warmUpQuestions: 10 } };

type Build = 'now' | 'earlier';

const FIGURES: readonly (readonly [string, keyof Round])[] = [
  ['p50 ms, c=1', 'p50Ms'],
  ['first token ms', 'firstTokenP50Ms'],
  ['processor ms a request', 'processorMsPerAnswer'],
  ['processor ms a stream', 'processorMsPerStream'],
  ['req/s, c=16', 'answersPerSecond'],
  ['streams/s, c=16', 'streamsPerSecond'],
  ['RSS', 'residentBytes'],
];

/**
 * Compares the gateway of this build with that of the build in `BENCH_EARLIER`. Two processes of one build can differ by 20 %
 * in speed for their whole life. So each trial starts both builds again, on new databases and in the other order.
 */
export async function benchBuilds(bench: Bench): Promise<string> {
  if (!EARLIER) return 'Set `BENCH_EARLIER` to the build to compare with.';
  const { children, machine, isQuick } = bench;
  const { trials, plan } = isQuick ? QUICK : FULL;
  const title = machine();
  const upstream = `${await children.start(PROVIDER, {}, (url) => fetch(`${url}/count`))}/v1`;
  const builds = { now: SERVICE_SCRIPT, earlier: [path.join(EARLIER, 'main.js'), 'start'] };
  const ratios = new Map<string, number[]>(FIGURES.map(([what]) => [what, []]));
  for (let trial = 0; trial < trials; trial++) {
    const [now, earlier] = await compareOnce(bench, upstream, builds, trial, plan);
    for (const [what, figure] of FIGURES) {
      const of = (rounds: readonly Round[]) =>
        quantile(
          rounds.map((round) => round[figure]),
          0.5,
        );
      ratios.get(what)!.push(of(now) / of(earlier));
    }
  }
  const rows = [...ratios].map(([what, all]) => [
    what,
    Math.exp(all.reduce((sum, ratio) => sum + Math.log(ratio), 0) / all.length).toFixed(2),
    Math.min(...all).toFixed(2),
    Math.max(...all).toFixed(2),
  ]);
  return `${title}\n\n${trials} trials of ${plan.rounds} rounds: this build ÷ the earlier one.\n\n${markdownTable(['', 'mean', 'least', 'most'], rows)}`;
}

async function compareOnce(
  bench: Bench,
  upstream: string,
  builds: Readonly<Record<Build, readonly string[]>>,
  trial: number,
  plan: Plan,
): Promise<[now: Round[], earlier: Round[]]> {
  const names: readonly Build[] = trial % 2 === 0 ? ['now', 'earlier'] : ['earlier', 'now'];
  const gateways = [];
  for (const name of names) {
    gateways.push(await startGateway(bench, { name, own: `${name}_${trial}`, upstream, script: builds[name] }));
  }
  const rounds = await measure(gateways, upstream, bench.children, plan);
  for (const { url } of gateways) await bench.children.stopAt(url);
  return [rounds.get('now')!, rounds.get('earlier')!];
}
