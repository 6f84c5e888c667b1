import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../platform/clock.ts';
import { UsageError } from '../../platform/command-line/exit.ts';
import { Lifecycle } from '../../platform/command-line/lifecycle.ts';
import { printable } from '../../platform/command-line/terminal.ts';
import { localUrl } from '../../platform/config/addresses.ts';
import { listen } from '../../platform/http/listen.ts';
import { createLogger } from '../../platform/observability/logger.ts';
import {
  formatVerifierKey,
  MalformedInput,
  parseVerifierKey,
  type VerifierKey,
  verifierKey,
} from '../../proof/index.ts';
import { Witness } from '../witness/index.ts';

export interface StartWitnessOptions {
  name?: string;
  /** Verifier keys of the logs to cosign. */
  log?: string[];
  dir: string;
  host: string;
  port: string;
}

/** Runs a witness, which cosigns checkpoints over HTTP. It has no settings and no database; its folder must not be lost. */
export async function startWitness(options: StartWitnessOptions): Promise<void> {
  const { name, logs, port } = parse(options);
  const logger = createLogger('info', process.stderr.isTTY ? 'text' : 'json');
  const lifecycle = new Lifecycle(logger);
  await lifecycle.start(async () => {
    const witness = await Witness.open({
      folder: options.dir,
      name,
      logs,
      clock: systemClock,
      onProblem: (problem, cause) => logger.error({ err: cause }, problem),
    });
    lifecycle.onStop(() => witness.close());
    const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
      if (request.url === '/livez') {
        response.writeHead(200, { 'content-type': 'application/health+json', 'cache-control': 'no-store' });
        response.end('{"status":"pass"}');
      } else {
        witness.handle(request, response);
      }
    });
    await listen(server, options.host, port, 'pass another one with --port.');
    lifecycle.onStop(
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeIdleConnections();
        }),
    );
    const url = localUrl(options.host, (server.address() as AddressInfo).port);
    const of = logs.map((log) => `  ${log.name}\n`).join('');
    process.stdout.write(
      `The witness is ready at ${url}\n\n  ${formatVerifierKey(witness.key)}\n\nThis is its key. It cosigns checkpoints of\n${of}`,
    );
  });
}

function parse({ name, log = [], port }: StartWitnessOptions): { name: string; logs: VerifierKey[]; port: number } {
  if (name === undefined)
    throw new UsageError('--name is missing. Pass the name of the witness, usually its host name.');
  try {
    verifierKey('cosignature/v1', name, new Uint8Array(32));
  } catch (error) {
    if (error instanceof MalformedInput)
      throw new UsageError(`--name ${printable(name)} is not valid: ${error.message}.`);
    throw error;
  }
  if (log.length === 0)
    throw new UsageError('--log is missing. Pass the key of a log, from its /.well-known/imprimatur/log.vkey.');
  const logs = log.map(logKeyOf);
  const number = Number(port);
  if (!/^\d+$/.test(port) || number > 65_535) throw new UsageError('--port takes a number up to 65535.');
  return { name, logs, port: number };
}

/** Parses the key with which a log signs its checkpoints. @throws UsageError */
export function logKeyOf(vkey: string): VerifierKey {
  try {
    const key = parseVerifierKey(vkey.trim());
    if (key.type === 'ed25519') return key;
    throw new MalformedInput('it is the key of a witness');
  } catch (error) {
    if (!(error instanceof MalformedInput)) throw error;
    throw new UsageError(`${printable(vkey)} is not the key of a log: ${error.message}.`);
  }
}
