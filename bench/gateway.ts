import path from 'node:path';
import type { Bench } from './bench.ts';
import { PROVIDER, type Server, script } from './contenders.ts';
import { type Gateway, GatewayClient } from './gateway/ask.ts';
import { measure, type Plan } from './gateway/measure.ts';
import { DIRECT, FLOOR, OURS, PORTKEY, report } from './gateway/report.ts';
import { startGateway } from './gateway/service.ts';
import { soak } from './gateway/soak.ts';

const FULL: Plan = { rounds: 5, questions: 300, secondsOfLoad: 4, warmUpQuestions: 500 };
/** Plan that only proves that the benchmark runs. Its figures mean nothing. */
const QUICK: Plan = { rounds: 1, questions: 30, secondsOfLoad: 1, warmUpQuestions: 20 };

const FLOOR_SERVER: Server = { name: FLOOR, script: [script('gateway-floor')] };
const PORTKEY_SERVER: Server = {
  name: PORTKEY,
  script: [
    path.join(import.meta.dirname, 'node_modules/@portkey-ai/gateway/build/start-server.js'),
    // Without this option Portkey shows keys and bodies to every caller, unlike in production.
    '--port=$PORT',
    '--headless',
  ],
};

const MODEL = 'deepseek-v4-flash';
const BEARER = { authorization: 'Bearer sk-bench' };

/**
 * Measures what a gateway adds to a call: latency, time to the first token, processor time, and lost throughput. All gateways
 * call the same provider, run on the same machine, and are measured in turn.
 */
export async function benchGateway(bench: Bench): Promise<string> {
  const { children, machine, isQuick, soak: requests } = bench;
  const title = machine();
  const chat = (base: string) => `${base}/v1/chat/completions`;
  const asker = new GatewayClient(1);
  const started = async (
    server: Server,
    env: Record<string, string>,
    gateway: Omit<Gateway, 'url'>,
  ): Promise<Gateway> => {
    console.error(`Starting ${server.name} …`);
    const base = await children.start(server, env, (url) => asker.ask({ ...gateway, url: chat(url) }, false));
    return { ...gateway, url: chat(base) };
  };

  const direct = await started(PROVIDER, {}, { name: DIRECT, headers: BEARER, model: MODEL });
  const upstream = direct.url.replace('/chat/completions', '');
  const floor = await started(FLOOR_SERVER, { UPSTREAM_URL: upstream }, { name: FLOOR, headers: BEARER, model: MODEL });
  const portkey = await started(
    PORTKEY_SERVER,
    {},
    {
      name: PORTKEY,
      headers: { ...BEARER, 'x-portkey-provider': 'openai', 'x-portkey-custom-host': upstream },
      model: MODEL,
    },
  );
  const ours = await startGateway(bench, { name: OURS, own: 'gateway', upstream });
  asker.close();

  const plan = isQuick ? QUICK : FULL;
  const rounds = await measure([direct, floor, portkey, ours], upstream, children, plan);
  const parts = [title, report(rounds, plan)];
  if (requests !== null) parts.push(await soak(ours, children, requests));
  return parts.join('\n\n');
}
