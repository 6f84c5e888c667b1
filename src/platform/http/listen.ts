import { createServer, type Server } from 'node:http';
import { CommandError, ExitCode } from '../command-line/exit.ts';
import { PACE_LIMITS, type PaceLimits, watchPace } from './connection-pace.ts';

/** Messages for errors at startup that a restart can't fix, by error code. */
const MISTAKES: Record<string, (host: string, port: number) => string> = {
  EACCES: (_, port) =>
    `PORT: this account can't listen on ${port}. Use a port from 1024 on, or grant the account the right.`,
  EADDRNOTAVAIL: (host) =>
    `HOST: ${host} isn't an address of this machine. Use one of its addresses, or 0.0.0.0 for all of them.`,
  ENOTFOUND: (host) => `HOST: ${host} is unknown. Use an address of this machine, or 0.0.0.0 for all of them.`,
};

export interface ConnectionLimits extends PaceLimits {
  /** Time limit in milliseconds for the headers of a request, which come in one or a few packets. */
  headersMs: number;
  /** Milliseconds for which a connection stays open between two requests. Clients and proxies reconnect afterwards. */
  idleMs: number;
}

const CONNECTION_LIMITS: ConnectionLimits = { ...PACE_LIMITS, headersMs: 15_000, idleMs: 5_000 };
const MAX_PORT = 65_535;
/** Number of checks for slow headers per time limit. */
const LOOKS_PER_LIMIT = 3;
/**
 * Idle time after which the kernel probes whether a client still exists. The probes also keep the connection's entry in NAT
 * routers alive.
 */
const PROBE_AFTER_MS = 30_000;

/**
 * Creates a server without a time limit for its own responses. It closes connections whose headers don't arrive, whose clients
 * send or read more slowly than the minimum rate, or that are idle between two requests.
 */
export function createPatientServer(given: Partial<ConnectionLimits> = {}): Server {
  const limits = { ...CONNECTION_LIMITS, ...given };
  const server = createServer({
    // Node's own limit is off, because `watchPace` limits bodies. Node would cut every upload at a fixed time, without a
    // response.
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

/** Sentence that advises the operator to use another port. */
export const anotherPort = (port: number) =>
  `set PORT to another, such as PORT=${port + 100 <= MAX_PORT ? port + 100 : port - 100} npm start`;

/** Starts listening. @throws with a sentence for the operator if the port is in use, or if the host or port can't be used */
export function listen(server: Server, host: string, port: number, advice: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const mistake = MISTAKES[error.code ?? '']?.(host, port);
      if (error.code === 'EADDRINUSE')
        reject(new Error(`Port ${port} is in use. Stop the program that uses it, or ${advice}`));
      else reject(mistake ? new CommandError(ExitCode.CONFIG, mistake) : error);
    });
    server.listen(port, host, resolve);
  });
}
