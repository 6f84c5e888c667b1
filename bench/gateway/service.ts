import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { providersAt, SLOT } from '../../test/gateway/failover/asking.ts';
import { makeCustomer } from '../../test/gateway/failover/prepare.ts';
import type { Bench } from '../bench.ts';
import { operatorAt } from '../failover.ts';
import { ownDatabase } from '../own-database.ts';
import { type Gateway, GatewayClient } from './ask.ts';

/**
 * Starts the service in front of a provider as in production: with a customer's key, its own database and folder. The worker
 * runs in the same process and is measured with it.
 *
 * @param own name of the database and of the folder
 * @param script arguments of `node` that start a build. Default: those of this build
 */
export async function startGateway(
  { postgres, folder, children }: Bench,
  { name, own, upstream, script }: { name: string; own: string; upstream: string; script?: readonly string[] },
): Promise<Gateway> {
  console.error(`Starting ${name} …`);
  const adminToken = randomBytes(24).toString('hex');
  const env = {
    DATABASE_URL: await ownDatabase(postgres, own),
    DATA_DIR: path.join(folder, own),
    LOG_LEVEL: 'warn',
    ADMIN_TOKEN: adminToken,
    ...providersAt({ url: upstream }),
  };
  const base = await children.startService(env, [], script);
  const key = await makeCustomer(operatorAt(base, adminToken));
  const url = `${base}/v1/chat/completions`;
  const gateway = { name, url, headers: { authorization: `Bearer ${key}` }, model: SLOT.task };
  const asker = new GatewayClient(1);
  await asker.ask(gateway, false);
  asker.close();
  return gateway;
}
