import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Maximum number of concurrent requests per connection. Browsers wait for the response before the next request, and so do most
 * programs.
 */
const AT_ONCE = 4;
/** Maximum number of waiting requests per connection, more than any normal client sends. */
const MAX_WAITING = 100;

interface RequestQueue {
  answering: number;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Limits the concurrent requests of one connection. Node alone starts all requests of a packet, a thousand and more, and keeps
 * each response in memory until the previous one was read. With this listener, further requests wait until a response was sent,
 * and a connection with too many waiting requests is closed.
 */
export function queuePipelined(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, RequestQueue>();

  const answer = (line: RequestQueue, req: IncomingMessage, res: ServerResponse) => {
    line.answering += 1;
    res.once('close', () => {
      line.answering -= 1;
      const next = line.waiting.shift();
      if (next) answer(line, ...next);
    });
    listener(req, res);
  };

  return (req, res) => {
    const { socket } = req;
    let line = lines.get(socket);
    if (!line) {
      line = { answering: 0, waiting: [] };
      lines.set(socket, line);
    }
    if (socket.destroyed) return;
    if (line.answering < AT_ONCE) return answer(line, req, res);
    if (line.waiting.length < MAX_WAITING) {
      line.waiting.push([req, res]);
      return;
    }
    line.waiting.length = 0;
    socket.destroy();
  };
}
