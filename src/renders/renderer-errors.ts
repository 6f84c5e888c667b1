/** The picture wasn't ready in time. Its worker was ended. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`the embedded renderer did not finish within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** The worker ended or failed before the picture was ready; `cause` holds its error when there was one. */
export class RendererCrashed extends Error {
  override readonly name = 'RendererCrashed';
}

/** The renderer was closed before the picture was ready, or was asked to render after that. */
export class RendererClosed extends Error {
  override readonly name = 'RendererClosed';

  constructor() {
    super('the embedded renderer is closed');
  }
}
