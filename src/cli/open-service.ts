import { compose } from '../app.ts';
import type { Lifecycle } from '../platform/command-line/lifecycle.ts';
import type { Config } from '../platform/config/config.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { Service } from '../service.ts';
import { databaseFor } from './database-for.ts';

/** Opens the service for a command that works beside running processes. Closed when the command ends. */
export async function openService(lifecycle: Lifecycle, config: Config, logger: Logger): Promise<Service> {
  const { url, directUrl, close } = await databaseFor(config);
  lifecycle.onStop(close);
  const publicUrl = config.publicUrl ?? 'http://127.0.0.1:4000';
  const service = await compose({ config, databaseUrl: directUrl ?? url, publicUrl, logger });
  const { platform, closes } = service;
  lifecycle.onStop(() => platform.database.close());
  lifecycle.onStop(() => platform.store.close());
  for (const close of closes) lifecycle.onStop(close);
  return service;
}
