import { createServer, type Server } from 'node:http';
import { CommandError, ExitCode } from '../command-line/exit.ts';

/** What no restart will mend. */
const MISTAKES: Record<string, (host: string, port: number) => string> = {
  EACCES: (_, port) => `PORT: this account may not listen on ${port}. Take one from 1024 on, or give it the right to.`,
  EADDRNOTAVAIL: (host) =>
    `HOST: ${host} is no address of this machine. Take one of its own, or 0.0.0.0 for all of them.`,
  ENOTFOUND: (host) => `HOST: ${host} is not known. Take an address of this machine, or 0.0.0.0 for all of them.`,
};

/** No answer takes longer, nor any wait between two parts of one: streams say something more often. */
const IDLE_MS = 60_000;

/** What takes requests, and lets go of whoever takes too long to send one or does not read the answer. */
export function createPatientServer(): Server {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 15_000 });
  // Whoever neither reads nor sends for so long has gone.
  server.timeout = IDLE_MS;
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
