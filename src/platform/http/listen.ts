import { createServer, type Server } from 'node:http';
import { CommandError, ExitCode } from '../command-line/exit.ts';
import { PACE_LIMITS, type PaceLimits, watchPace } from './connection-pace.ts';

/** What no restart will mend. */
const MISTAKES: Record<string, (host: string, port: number) => string> = {
  EACCES: (_, port) => `PORT: this account may not listen on ${port}. Take one from 1024 on, or give it the right to.`,
  EADDRNOTAVAIL: (host) =>
    `HOST: ${host} is no address of this machine. Take one of its own, or 0.0.0.0 for all of them.`,
  ENOTFOUND: (host) => `HOST: ${host} is not known. Take an address of this machine, or 0.0.0.0 for all of them.`,
};

/** Time for the headers of a request: they come in one packet or a few. */
const HEADERS_MS = 15_000;
/** How often Node looks for headers that take too long. */
const LOOK_EVERY_MS = 5_000;
/** Between two requests of a connection. Clients and proxies make a new one afterwards. */
const IDLE_MS = 5_000;
/** The kernel asks a silent client whether it is still there, which also keeps address translators from forgetting the connection. */
const PROBE_AFTER_MS = 30_000;

/**
 * A server that waits for its own answers without limit, and cuts connections that are too slow: headers that don't come, bodies
 * and readers below the slowest rate, nothing between two requests.
 */
export function createPatientServer(limits: Partial<PaceLimits> = {}): Server {
  const server = createServer({
    // `watchPace` decides on bodies: Node would cut any upload at one fixed time, without a word.
    requestTimeout: 0,
    headersTimeout: HEADERS_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
    keepAliveTimeout: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelay: PROBE_AFTER_MS,
  });
  watchPace(server, { ...PACE_LIMITS, ...limits });
  return server;
}

/** @throws with a sentence for the operator when the port is taken. */
export function listen(server: Server, host: string, port: number, advice: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const mistake = MISTAKES[error.code ?? '']?.(host, port);
      if (error.code === 'EADDRINUSE')
        reject(new Error(`Port ${port} is taken. Stop what listens there, or ${advice}.`));
      else reject(mistake ? new CommandError(ExitCode.CONFIG, mistake) : error);
    });
    server.listen(port, host, resolve);
  });
}
