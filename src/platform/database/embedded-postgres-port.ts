import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Chooses a port for the database server: the recorded port if it is free or if other processes still use it, else a random free
 * one.
 */
export async function choosePort(recorded: number | undefined, isCountedOn: boolean): Promise<number> {
  if (recorded !== undefined && (isCountedOn || (await isFree(recorded)))) return recorded;
  // Chooses below the ports that the system assigns to clients. A client that connects to a closed port in that range could be
  // assigned the same port, and block the server.
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free for the database server.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
