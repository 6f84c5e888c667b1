type Prepare = NonNullable<typeof Error.prepareStackTrace>;

/** More positions than the sources have that throw. */
const MOST = 50_000;
const written = new Map<string, string>();
/** Where a runner is made anew, it puts its own back. */
const ours = new WeakSet<Prepare>();

/** An error with nothing but its stack, and what stands before that. */
const NOTHING = Object.assign(Object.create(Error.prototype), { name: 'E', message: '' }) as Error;
const HEAD = 'E: ';

/**
 * Vitest looks every frame of every stack up in the source maps, and the service makes a stack of each refusal: tests that have
 * thousands of things refused spent a fifth of their time on it. The same frame is looked up once.
 */
const prepare = Error.prepareStackTrace;
if (prepare && !ours.has(prepare)) {
  const quick: Prepare = (error, frames) => {
    const lines = frames.map((frame) => {
      const raw = String(frame);
      let line = written.get(raw);
      if (line === undefined) {
        if (written.size >= MOST) written.clear();
        line = String(prepare(NOTHING, [frame])).slice(HEAD.length);
        written.set(raw, line);
      }
      return line;
    });
    return `${error.name || 'Error'}: ${error.message || ''}${lines.join('')}`;
  };
  ours.add(quick);
  Error.prepareStackTrace = quick;
}
