import { randomBytes } from 'node:crypto';
import { Asking, providersAt, type Way } from '../test/gateway/failover/asking.ts';
import { makeCustomer, shortenTimeouts, TIMEOUTS } from '../test/gateway/failover/prepare.ts';
import { runScenario, SCENARIOS, type Target } from '../test/gateway/failover/scenarios.ts';
import { MockUpstream } from '../test/support/mock-upstream.ts';
import type { Bench } from './bench.ts';

/**
 * Runs the failures of providers in `SCENARIOS`, whole and streamed, against the deployed service. Checks responses instead of
 * times. Sets a failing exit code if a scenario fails.
 */
export async function benchFailover({ children, folder, postgres }: Bench): Promise<string> {
  const upstream = await MockUpstream.start();
  const adminToken = randomBytes(24).toString('hex');
  const url = await children.startService({
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ADMIN_TOKEN: adminToken,
    ...providersAt(upstream),
  });
  const asOperator = operatorAt(url, adminToken);
  const key = await makeCustomer(asOperator);
  await shortenTimeouts(asOperator);
  const target: Target = {
    asking: new Asking(url, key),
    upstream,
    firstTokenMs: TIMEOUTS.firstTokenMs,
    isAlive: async () => (await fetch(`${url}/livez`)).status === 200,
  };

  const rows: string[] = [];
  let passed = 0;
  for (const scenario of SCENARIOS) {
    const results: string[] = [];
    for (const way of ['whole', 'streamed'] as const) results.push(await resultOf(scenario, target, way));
    if (results.every((result) => result === PASSED)) passed++;
    console.error(`${scenario.id} ${scenario.title}: ${results.join(', ')}`);
    rows.push(`| ${scenario.id} | ${scenario.title} | ${results.join(' | ')} |`);
  }
  await upstream.stop();
  if (passed < SCENARIOS.length) process.exitCode = 1;
  return ['| | | whole | streamed |', '|---|---|---|---|', ...rows, '', `**${passed} of ${SCENARIOS.length}**`].join(
    '\n',
  );
}

const PASSED = 'pass';

async function resultOf(scenario: (typeof SCENARIOS)[number], target: Target, way: Way): Promise<string> {
  try {
    await runScenario(scenario, target, way);
    return PASSED;
  } catch (error) {
    return `**fails**: ${(error as Error).message.split('\n')[0]!.replaceAll('|', '\\|')}`;
  }
}

/** Returns a function that sends GraphQL as the operator, and that throws if the response has errors. */
export function operatorAt(url: string, adminToken: string) {
  return async (query: string, variables?: object): Promise<Record<string, never>> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Record<string, never>; errors?: { message: string }[] };
    if (errors) throw new Error(errors.map(({ message }) => message).join(' '));
    return data;
  };
}
