import { createServer } from 'node:http';
import { localUrl } from '../../platform/config/addresses.ts';
import type { Config } from '../../platform/config/config.ts';
import { anotherPort, listen } from '../../platform/http/listen.ts';
import { type DoctorFinding, fail, ok } from './finding.ts';

const PATIENCE_MS = 3_000;

/** Checks that the service can listen on its port, or that it already runs there. */
export async function checkPort({ host, port }: Config): Promise<DoctorFinding> {
  if (port === 0) return ok('port', 'any free port');
  const server = createServer();
  try {
    await listen(server, host, port, anotherPort(port));
    return ok('port', `${port} on ${host} is free`);
  } catch (error) {
    if (await isThisService(localUrl(host, port))) return ok('port', `the service answers at ${localUrl(host, port)}`);
    return fail('port', (error as Error).message);
  } finally {
    server.close();
  }
}

async function isThisService(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.headers.get('content-type')?.startsWith('application/health+json') ?? false;
  } catch {
    return false;
  }
}
