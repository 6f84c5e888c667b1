import { cloneDatabase } from '../support/database.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

/** What is sent goes out soon. */
export const QUICK = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_METRIC_EXPORT_INTERVAL: '500' };

/** A process of the service with a database of its own. */
export async function serviceWith(env: Record<string, string>): Promise<ServiceProcess> {
  const database = await cloneDatabase();
  const service = await startService({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'info', ...env } });
  return service.ready();
}
