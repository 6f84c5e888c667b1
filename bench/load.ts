import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunningContender } from './child.ts';

const AUTOCANNON = path.join(import.meta.dirname, 'node_modules/autocannon/autocannon.js');
/** What the list is asked with. */
const CONNECTIONS = 16;

export interface Load {
  name: string;
  url: string;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** What is posted; without it the address is got. */
  body?: unknown;
}

export interface Speed {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Measurement extends Speed {
  requests: number;
  /** Mean size of an answer, with its headers. */
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

/** The load of the list. */
export function load(
  { contender: { name, headers, body }, url }: RunningContender,
  seconds: number,
): Promise<Measurement> {
  return repeat({ name, url, connections: CONNECTIONS, seconds, headers, body });
}

/**
 * Asks without a pause, from a process of its own so that its garbage is not collected with ours.
 * @throws when a single answer was missing or not a success: a fast error is not a fast answer.
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
