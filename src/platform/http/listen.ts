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

export interface ConnectionLimits extends PaceLimits {
  /** Time for the headers of a request, which come in one packet or a few. */
  headersMs: number;
  /** Time between two requests of a connection. Clients and proxies connect again afterwards. */
  idleMs: number;
}

const CONNECTION_LIMITS: ConnectionLimits = { ...PACE_LIMITS, headersMs: 15_000, idleMs: 5_000 };
const MAX_PORT = 65_535;
/** How often Node looks for headers that take too long, as a part of that time. */
const LOOKS_PER_LIMIT = 3;
/** The kernel asks a silent client whether it is still there, which also keeps address translators from forgetting the connection. */
const PROBE_AFTER_MS = 30_000;

/**
 * A server that waits for its own answers without limit, and cuts connections that are too slow: headers that don't come, bodies
 * and readers below the slowest rate, nothing between two requests.
 */
export function createPatientServer(given: Partial<ConnectionLimits> = {}): Server {
  const limits = { ...CONNECTION_LIMITS, ...given };
  const server = createServer({
    // `watchPace` decides on bodies: Node would cut any upload at one fixed time, without a word.
    requestTimeout: 0,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.headersMs / LOOKS_PER_LIMIT,
    keepAliveTimeout: limits.idleMs,
    keepAlive: true,
    keepAliveInitialDelay: PROBE_AFTER_MS,
  });
  watchPace(server, limits);
  return server;
}

/** Tells the reader to use another port when this one is taken. */
export const anotherPort = (port: number) =>
  `set PORT to another, such as PORT=${port + 100 <= MAX_PORT ? port + 100 : port - 100} npm start`;

/** @throws with a sentence for the operator when the port is taken. */
export function listen(server: Server, host: string, port: number, advice: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const mistake = MISTAKES[error.code ?? '']?.(host, port);
      if (error.code === 'EADDRINUSE')
        reject(new Error(`Port ${port} is taken. Stop what listens there, or ${advice}`));
      else reject(mistake ? new CommandError(ExitCode.CONFIG, mistake) : error);
    });
    server.listen(port, host, resolve);
  });
}
