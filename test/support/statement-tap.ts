import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** Bytes of a message's head: its kind and the length of the rest. */
const HEAD_BYTES = 5;

/** Stands between a service and its PostgreSQL, and notes each statement that the service runs, as the server's log would. */
export class StatementTap implements AsyncDisposable {
  readonly url: string;
  readonly #texts: string[] = [];
  readonly #close: () => void;

  private constructor(url: string, texts: string[], close: () => void) {
    this.url = url;
    this.#texts = texts;
    this.#close = close;
  }

  static async before(databaseUrl: string): Promise<StatementTap> {
    const target = new URL(databaseUrl);
    const texts: string[] = [];
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      const onward = connect(Number(target.port), target.hostname);
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
        one.pipe(other);
      }
      const read = statementsIn((text) => void texts.push(text));
      socket.on('data', read);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).toString();
    return new StatementTap(url, texts, () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
  }

  /** The statements since it was asked last, each once, the most frequent first. */
  take(): { count: number; text: string }[] {
    const counts = new Map<string, number>();
    for (const text of this.#texts.splice(0)) counts.set(text, (counts.get(text) ?? 0) + 1);
    return [...counts].map(([text, count]) => ({ count, text })).sort((a, b) => b.count - a.count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close();
  }
}

/** Reads what one connection sends to the server: simple queries, and executions of statements that were parsed before. */
function statementsIn(note: (text: string) => void): (bytes: Buffer) => void {
  const parsed = new Map<string, string>();
  let bound = '';
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      // The first message has no kind.
      const head = isStarted ? HEAD_BYTES : HEAD_BYTES - 1;
      if (rest.length < head) return;
      const end = head - 4 + rest.readUInt32BE(head - 4);
      if (rest.length < end) return;
      const kind = isStarted ? String.fromCharCode(rest[0]!) : '';
      const words = rest.toString('utf8', head, end).split('\0');
      if (kind === 'Q') note(oneLine(words[0]!));
      if (kind === 'P') parsed.set(words[0]!, oneLine(words[1]!));
      if (kind === 'B') bound = parsed.get(words[1]!) ?? '';
      if (kind === 'E') note(bound);
      isStarted = true;
      rest = rest.subarray(end);
    }
  };
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
