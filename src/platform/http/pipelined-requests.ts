import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Answered at a time of what came over one connection. Browsers send the next request after the answer; few programs do not. */
const AT_ONCE = 4;
/** Nobody has a reason to send more before the first answer has come. */
const MAX_WAITING = 100;

interface RequestQueue {
  answering: number;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Lets the requests of one connection wait for each other. Node begins with all that are in one packet, a thousand and
 * more, and keeps every answer until the one before it was read: one that is not read would hold the others for nothing. So
 * the next request is begun when an answer has gone out, and a connection with too many of them is cut.
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
