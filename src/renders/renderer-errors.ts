/** Thrown when a worker didn't finish a picture, or answer a ping, in time. That worker has been terminated. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`the embedded renderer did not finish within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** Thrown when the worker ended or failed before the picture was ready. `cause` holds the worker's error, if there was one. */
export class RendererCrashed extends Error {
  override readonly name = 'RendererCrashed';
}

/** Thrown when the renderer was closed before the picture was ready, or before it was requested. */
export class RendererClosed extends Error {
  override readonly name = 'RendererClosed';

  constructor() {
    super('the embedded renderer is closed');
  }
}
