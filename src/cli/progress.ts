/** Milliseconds between two lines with the progress, if standard error isn't a terminal. */
const PROGRESS_EVERY_MS = 10_000;

/** Displays progress on standard error: one line that is overwritten on a terminal, otherwise a new line every few seconds. */
export class Progress {
  #reportedAt = performance.now();

  at(line: string): void {
    if (process.stderr.isTTY) process.stderr.write(`\r${line}\x1b[K`);
    else if (performance.now() - this.#reportedAt >= PROGRESS_EVERY_MS) {
      this.#reportedAt = performance.now();
      process.stderr.write(`${line}\n`);
    }
  }

  end(line: string): void {
    const start = process.stderr.isTTY ? '\r\x1b[K' : '';
    process.stderr.write(`${start}${line}\n`);
  }
}
