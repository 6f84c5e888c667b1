/**
 * One read for everybody who asks while another one is under way: they get the answer to a question that was put after
 * theirs came, never an older one.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | null = null;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  get(): Promise<T> {
    this.#next ??= this.#running.then(() => {
      const reading = this.#read();
      this.#next = null;
      this.#running = reading.catch(() => {});
      return reading;
    });
    return this.#next;
  }
}
