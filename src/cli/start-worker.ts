import { compose } from '../app.ts';
import { loadConfig } from '../platform/config.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { databaseFor } from './database-for.ts';
import { Lifecycle } from './lifecycle.ts';
import { startBackground } from './start-background.ts';

/** Background work without HTTP. Any number of these may run on one database. */
export async function startWorker(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  const lifecycle = new Lifecycle(logger);
  await lifecycle.start(async () => {
    const { url, close } = await databaseFor(config);
    lifecycle.onStop(close);
    const publicUrl = config.publicUrl ?? 'http://127.0.0.1:4000';
    const services = await compose({ config, databaseUrl: url, publicUrl, logger });
    await startBackground(services, url, lifecycle, { works: true });
    process.stdout.write('The worker is ready.\n');
  });
}
