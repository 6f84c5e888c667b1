import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunningContender } from './child.ts';

const AUTOCANNON = path.join(import.meta.dirname, 'node_modules/autocannon/autocannon.js');
/** Number of connections of the benchmark `list`. */
const CONNECTIONS = 16;

export interface Load {
  name: string;
  url: string;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** Body of a POST. Without it, the request is a GET. */
  body?: unknown;
}

export interface Speed {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Measurement extends Speed {
  requests: number;
  /** Mean size of a response, including headers. */
  bytesPerAnswer: number;
}

interface Report {
  duration: number;
  requests: { total: number };
  throughput: { total: number };
  latency: { p50: number; p99: number };
  errors: number;
  non2xx: number;
}

/** Sends the requests of the benchmark `list` to one contender. */
export function load(
  { contender: { name, headers, body }, url }: RunningContender,
  seconds: number,
): Promise<Measurement> {
  return repeat({ name, url, connections: CONNECTIONS, seconds, headers, body });
}

/**
 * Sends requests without pauses from a separate process, so that the garbage collection of that process doesn't affect this
 * process.
 * @throws if a response is missing or not successful: a fast error isn't a fast response
 */
export async function repeat({ name, url, connections, seconds, headers, body }: Load): Promise<Measurement> {
  const sent = { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      AUTOCANNON,
      '--json',
      '--no-progress',
      '-c',
      String(connections),
      '-d',
      String(seconds),
      ...Object.entries(sent).flatMap(([header, value]) => ['-H', `${header}=${value}`]),
      ...(body === undefined ? [] : ['-m', 'POST', '-b', JSON.stringify(body)]),
      url,
    ],
    { env: { PATH: process.env.PATH, NODE_ENV: 'production' }, maxBuffer: 10_000_000 },
  );
  const { duration, requests, throughput, latency, errors, non2xx } = JSON.parse(stdout) as Report;
  if (requests.total === 0 || errors > 0 || non2xx > 0) {
    throw new Error(`${name}: ${requests.total} answers, ${errors} errors, ${non2xx} refused`);
  }
  return {
    requests: requests.total,
    bytesPerAnswer: throughput.total / requests.total,
    requestsPerSecond: requests.total / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
  };
}
