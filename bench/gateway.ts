import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { providersAt, SLOT } from '../test/gateway/failover/asking.ts';
import { makeCustomer } from '../test/gateway/failover/prepare.ts';
import type { Bench } from './bench.ts';
import { EARLIER, type Server, script } from './contenders.ts';
import { operatorAt } from './failover.ts';
import { Asker, type Gateway } from './gateway/ask.ts';
import { measure, type Plan } from './gateway/measure.ts';
import { DIRECT, EARLIER_OF_OURS, FLOOR, OURS, PORTKEY, report } from './gateway/report.ts';
import { soak } from './gateway/soak.ts';
import { ownDatabase } from './own-database.ts';

const FULL: Plan = { rounds: 5, questions: 300, secondsOfLoad: 4, warmUpQuestions: 500 };
/** Proves that it runs; its figures say nothing. */
const QUICK: Plan = { rounds: 1, questions: 30, secondsOfLoad: 1, warmUpQuestions: 20 };

const MOCK: Server = {
  name: 'the provider',
  script: [path.join(import.meta.dirname, 'contenders/mock-upstream.ts')],
};
const FLOOR_SERVER: Server = { name: FLOOR, script: [script('gateway-floor')] };
const PORTKEY_SERVER: Server = {
  name: PORTKEY,
  script: [
    path.join(import.meta.dirname, 'node_modules/@portkey-ai/gateway/build/start-server.js'),
    // Without it whoever asks is shown keys and bodies, which nobody would run.
    '--port=$PORT',
    '--headless',
  ],
};

const MODEL = 'deepseek-v4-flash';
const BEARER = { authorization: 'Bearer sk-bench' };

/**
 * What a gateway adds to a call: latency, time to the first token, processor time, and what is left of the throughput. All of
 * them stand before the same provider, on the same two cores, and are asked in turn.
 */
export async function benchGateway({
  children,
  folder,
  postgres,
  machine,
  isQuick,
  soak: requests,
}: Bench): Promise<string> {
  const title = machine();
  const chat = (base: string) => `${base}/v1/chat/completions`;
  const asker = new Asker(1);
  const started = async (
    server: Server,
    env: Record<string, string>,
    gateway: Omit<Gateway, 'url'>,
  ): Promise<Gateway> => {
    console.error(`Starting ${server.name} …`);
    const base = await children.start(server, env, (url) => asker.ask({ ...gateway, url: chat(url) }, false));
    return { ...gateway, url: chat(base) };
  };

  const direct = await started(MOCK, {}, { name: DIRECT, headers: BEARER, model: MODEL });
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
  const startService = async (name: string, script?: readonly string[]): Promise<Gateway> => {
    console.error(`Starting ${name} …`);
    const adminToken = randomBytes(24).toString('hex');
    const at = `gateway_${script ? 'earlier' : 'now'}`;
    // As it is run for others; the worker's part of the process is measured with it.
    const env = {
      DATABASE_URL: await ownDatabase(postgres, at),
      DATA_DIR: path.join(folder, at),
      LOG_LEVEL: 'warn',
      ADMIN_TOKEN: adminToken,
      ...providersAt({ url: upstream }),
    };
    const base = await children.startService(env, [], script);
    const key = await makeCustomer(operatorAt(base, adminToken));
    const gateway = { name, url: chat(base), headers: { authorization: `Bearer ${key}` }, model: SLOT.task };
    await asker.ask(gateway, false);
    return gateway;
  };
  const ours = await startService(OURS);
  const earlier = EARLIER ? [await startService(EARLIER_OF_OURS, [path.join(EARLIER, 'main.js'), 'start'])] : [];
  asker.close();

  const plan = isQuick ? QUICK : FULL;
  const rounds = await measure([direct, floor, portkey, ours, ...earlier], upstream, children, plan);
  const parts = [title, report(rounds, plan)];
  if (requests !== null) parts.push(await soak(ours, children, requests));
  return parts.join('\n\n');
}
