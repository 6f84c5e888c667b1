import { shared } from '../request-scope.ts';

/**
 * Shares reads among concurrent callers. Callers that arrive during a read share the next one, so that no result is older than
 * its call.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | null = null;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  get(): Promise<T> {
    return shared(() => {
      this.#next ??= this.#running.then(() => {
        const reading = this.#read();
        this.#next = null;
        this.#running = reading.catch(() => {});
        return reading;
      });
      return this.#next;
    });
  }
}

/** Shared reads by name. A name is removed when no caller waits for it any more, so any number of names is possible. */
export class SharedReads<T> {
  readonly #byName = new Map<string, { shared: SharedRead<T>; waiting: number }>();

  async get(name: string, read: () => Promise<T>): Promise<T> {
    const entry = this.#byName.get(name) ?? { shared: new SharedRead(read), waiting: 0 };
    this.#byName.set(name, entry);
    entry.waiting += 1;
    try {
      return await entry.shared.get();
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0) this.#byName.delete(name);
    }
  }
}
