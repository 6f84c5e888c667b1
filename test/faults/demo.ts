import { expect } from 'vitest';
import { type DataDir, startService, until } from '../support/service-process.ts';

/** Begins the demo's sixteen pictures, and is stopped while it draws them. */
export async function stoppedInTheDemo(dataDir: DataDir): Promise<void> {
  await using service = await startService({ dataDir, env: { DEMO: '1' } });
  await until(() => service.stdout.includes('First start'));
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(service.stdout).not.toContain('is ready');
}
