import type { Server } from 'node:http';

/** @throws with a sentence for the operator when the port is taken. */
export function listen(server: Server, host: string, port: number, advice: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(inUse ? new Error(`Port ${port} is taken. Stop what listens there, or ${advice}.`) : error);
    });
    server.listen(port, host, resolve);
  });
}
