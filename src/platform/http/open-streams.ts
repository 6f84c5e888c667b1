import type { NextFunction, Response } from 'express';

/** Answers that go on until somebody ends them. */
export class OpenStreams {
  readonly #open = new Set<Response>();

  follow(res: Response, next: NextFunction): void {
    this.#open.add(res);
    res.once('close', () => this.#open.delete(res));
    next();
  }

  get count(): number {
    return this.#open.size;
  }

  /** Ends all of them: whoever reads one comes back, to a process that serves. */
  end(): void {
    for (const res of this.#open) res.end();
  }
}
