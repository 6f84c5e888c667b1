import { compose } from '../app.ts';
import { deadlineFor, Lifecycle } from '../platform/command-line/lifecycle.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { readConfig } from '../read-config.ts';
import { startBackground } from './background.ts';
import { databaseFor } from './database-for.ts';
import { loadAhead } from './warm-up.ts';

/** Starts a process that runs background work without HTTP. Any number of workers can use one database. */
export async function startWorker(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel, config.logFormat);
  for (const hint of config.hints) logger.warn(hint);
  for (const line of config.of(proxyConfig).described) logger.info(line);
  const lifecycle = new Lifecycle(logger, deadlineFor(config));
  await lifecycle.start(async () => {
    const { url, ownerUrl, close } = await databaseFor(config);
    lifecycle.onStop(close);
    const publicUrl = config.publicUrl ?? 'http://127.0.0.1:4000';
    const service = await compose({ config, databaseUrl: url, publicUrl, logger });
    await startBackground(service, lifecycle, { databaseUrl: url, ownerUrl, works: true });
    if (config.warmUpMs > 0) await loadAhead(service);
    process.stdout.write('The worker is ready.\n');
  });
}
