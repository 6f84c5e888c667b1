import { EmbeddedRenderer, type Renderer } from '../../src/renders/renderer.ts';
import { RendererClosed } from '../../src/renders/renderer-errors.ts';

/** A painter takes most of a second to come up and to be compiled: the services that one process of tests starts share one. */
let shared: EmbeddedRenderer | undefined;

/** As one of its own would be: what is under way when the service closes is rejected. */
export function sharedRenderer(): Renderer {
  shared ??= new EmbeddedRenderer();
  const renderer = shared;
  const closing = new AbortController();
  return {
    render: (brief, { signal } = {}) =>
      renderer.render(brief, { signal: AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]) }),
    probe: () => renderer.probe(),
    close: async () => closing.abort(new RendererClosed()),
  };
}
