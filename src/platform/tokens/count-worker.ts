import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { programModule } from '../program/project-root.ts';
import type { CountReply, CountRequest } from './count.worker.ts';
import type { TokenCount } from './token-count.ts';

interface PendingCount {
  resolve: (count: TokenCount) => void;
  reject: (error: Error) => void;
}

/** Milliseconds without long texts after which the thread ends and its memory of about 70 MB is freed. */
const IDLE_MS = 60_000;

/**
 * One thread that counts the tokens of texts too long for the request thread. Starts with the first text and ends when it is
 * idle.
 */
class CountWorker {
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  readonly #waiting = new Map<number, PendingCount>();

  count(texts: readonly string[]): Promise<TokenCount> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    clearTimeout(this.#idle);
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, texts } satisfies CountRequest);
    });
  }

  #start(): Worker {
    // Flags of the parent process (loaders, inspectors, test runners) must not apply to this thread.
    const url = pathToFileURL(programModule('platform/tokens/count.worker'));
    const worker = new Worker(url, { execArgv: [], name: 'count-tokens' });
    worker.unref();
    worker.on('message', (reply: CountReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('count' in reply) waiting?.resolve(reply.count);
      else waiting?.reject(new Error(`Counting the tokens of a text failed: ${reply.error}.`));
      if (this.#waiting.size === 0) this.#rest(worker);
    });
    // When the thread fails, the counts it was working on fail too, and the next text starts another thread.
    worker.on('error', (error) => this.#discard(worker, error));
    worker.on('exit', (code) =>
      this.#discard(worker, new Error(`The thread that counts tokens ended with code ${code}.`)),
    );
    return worker;
  }

  #rest(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => {
      this.#worker = null;
      void worker.terminate();
    }, IDLE_MS);
    this.#idle.unref();
  }

  #discard(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

export const countWorker = new CountWorker();
