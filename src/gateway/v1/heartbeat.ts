import type { ServerResponse } from 'node:http';

/** Comment line of the SSE protocol, which clients ignore. */
export const COMMENT = ': still here\n\n';

/**
 * Keeps silent streams open, since proxies close them after a minute, some after half a minute. One timer serves all streams, and
 * stops without streams.
 */
export class Heartbeat {
  readonly #everyMs: number;
  /** Open streams. `isBusy` is true if something was written since the last beat. */
  readonly #open = new Map<ServerResponse, { isBusy: boolean }>();
  #timer: NodeJS.Timeout | undefined;

  /** @param silentMs maximum time that a stream may be silent */
  constructor(silentMs: number) {
    this.#everyMs = silentMs / 2;
  }

  /** Sends comments to a silent response until it closes or is released. The caller sets `isBusy` with every write. */
  keep(res: ServerResponse): { isBusy: boolean } {
    const stream = { isBusy: true };
    this.#open.set(res, stream);
    res.once('close', () => this.release(res));
    this.#timer ??= setInterval(this.#beat, this.#everyMs).unref();
    return stream;
  }

  release(res: ServerResponse): void {
    this.#open.delete(res);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #beat = (): void => {
    for (const [res, stream] of this.#open) {
      if (!stream.isBusy && !res.writableNeedDrain) res.write(COMMENT);
      stream.isBusy = false;
    }
  };
}
