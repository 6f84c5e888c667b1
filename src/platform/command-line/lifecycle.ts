import { type Config, DEFAULT_STOP_GRACE_SECONDS } from '../config/config.ts';
import type { Logger } from '../observability/logger.ts';

/** Longer than a request may take, shorter than supervisors wait before they kill. */
const DEADLINE_MS = 28_000;
/** sysexits.h: an error inside the program, after which its state cannot be trusted. */
const EX_SOFTWARE = 70;

/** How long a stop may take: what the operator grants to requests beyond the default is granted to the jobs after them as well. */
export function deadlineFor({ stopGraceMs }: Pick<Config, 'stopGraceMs'>): number {
  return DEADLINE_MS + 2 * (stopGraceMs - DEFAULT_STOP_GRACE_SECONDS * 1_000);
}

/** Whether whoever started this has told Node what to do with its warnings: then it is Node that does so. */
function areWarningsChosen(): boolean {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  return process.listenerCount('warning') === 0 || /--(no|disable|redirect|trace)-(warning|deprecation)/.test(options);
}

/**
 * What a command has started, so that all of it is stopped again whatever ends the command: its own end, an error, Ctrl-C
 * or SIGTERM, also while it is still starting. A second signal ends the process at once, and so does a stop that hangs.
 * An error that nobody caught is logged and stops the process the same way. What Node warns of is logged as well.
 */
export class Lifecycle {
  readonly #logger: Logger;
  readonly #deadlineMs: number;
  readonly #stopping = new AbortController();
  readonly #stops: (() => Promise<void>)[] = [];
  #starting: Promise<unknown> = Promise.resolve();
  #ending: Promise<never> | undefined;

  constructor(logger: Logger, deadlineMs = DEADLINE_MS) {
    this.#logger = logger;
    this.#deadlineMs = deadlineMs;
    process.on('SIGINT', () => this.#onSignal(0));
    process.on('SIGTERM', () => this.#onSignal(0));
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error) => {
        logger.fatal({ err: error }, event);
        this.#onSignal(EX_SOFTWARE);
      });
    }
    if (!areWarningsChosen() && logger.isLevelEnabled('warn')) {
      // Node would write text of its own between the lines of the log.
      process.removeAllListeners('warning').on('warning', (warning) => logger.warn({ err: warning }, 'Node warns'));
    }
  }

  /** Aborts when the stop begins; a start that is still under way has to look at it between its steps. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** What was started last is stopped first. */
  onStop(stop: () => Promise<void>): void {
    this.#stops.push(stop);
  }

  /** Starts what goes on until a signal comes. When that fails, what had been started is stopped. */
  async start(begin: () => Promise<void>): Promise<void> {
    this.#starting = begin();
    try {
      await this.#starting;
    } catch (error) {
      // Given up because of a signal: that one decides how the process ends.
      if (this.#ending) return this.#ending;
      await this.#stopAll();
      throw error;
    }
  }

  /** Does something that ends by itself, and stops what it had started for that. */
  async run(work: () => Promise<void>): Promise<void> {
    await this.start(work);
    if (this.#ending) return this.#ending;
    await this.#stopAll();
  }

  #onSignal(exitCode: number): void {
    if (this.#ending) process.exit(exitCode || 1);
    this.#ending = this.#end(exitCode);
  }

  async #end(exitCode: number): Promise<never> {
    const deadline = setTimeout(() => {
      this.#logger.error('the stop took too long: ending anyway');
      process.exit(1);
    }, this.#deadlineMs);
    this.#stopping.abort(new Error('The stop has begun.'));
    // A step of the start that cannot be interrupted has to end, or what it starts would be left behind.
    await this.#starting.catch(() => {});
    const allStopped = await this.#stopAll();
    clearTimeout(deadline);
    // A command that was interrupted may have said by then that it could not finish.
    process.exit(allStopped ? exitCode || process.exitCode : 1);
  }

  /** Goes on after one that fails: the others have to be stopped all the same. */
  async #stopAll(): Promise<boolean> {
    let allStopped = true;
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        allStopped = false;
        this.#logger.error({ err: error }, 'a part of the service did not stop cleanly');
      }
    }
    return allStopped;
  }
}
