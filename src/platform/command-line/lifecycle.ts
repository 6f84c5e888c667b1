import { type Config, DEFAULT_STOP_GRACE_SECONDS } from '../config/config.ts';
import type { Logger } from '../observability/logger.ts';

/**
 * Time limit in milliseconds for stopping a process. Longer than a request may take, shorter than supervisors wait before they
 * kill a process.
 */
const DEADLINE_MS = 28_000;
/** Exit code of sysexits.h for an internal error, after which the state of the process can't be trusted. */
const EX_SOFTWARE = 70;

/**
 * Time limit of a stop in milliseconds. Extra time that the operator grants to requests is added twice, because jobs get it too.
 */
export function deadlineFor({ drainMs, stopGraceMs }: Pick<Config, 'drainMs' | 'stopGraceMs'>): number {
  return DEADLINE_MS + drainMs + 2 * (stopGraceMs - DEFAULT_STOP_GRACE_SECONDS * 1_000);
}

/** True if Node was started with options for its warnings. Node then handles warnings itself. */
function areWarningsChosen(): boolean {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  return process.listenerCount('warning') === 0 || /--(no|disable|redirect|trace)-(warning|deprecation)/.test(options);
}

/**
 * Stops everything that a command has started, in reverse order, when the command ends, fails, or gets Ctrl-C or SIGTERM, even
 * during the start. A second signal ends the process at once, and so does a stop that exceeds the time limit. Uncaught errors and
 * Node's warnings are logged; an uncaught error stops the process.
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
      // Logs Node's warnings. Node itself would write plain text between the lines of the server log.
      process
        .removeAllListeners('warning')
        .on('warning', (warning) => logger.warn({ err: warning }, 'Node reported a warning'));
    }
  }

  /** Aborts when the stop begins. Code that starts something checks this signal between its steps. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Registers a function that runs at the stop. The last one registered runs first. */
  onStop(stop: () => Promise<void>): void {
    this.#stops.push(stop);
  }

  /** Starts work that continues until a signal. If starting fails, everything already started is stopped. */
  async start(begin: () => Promise<void>): Promise<void> {
    this.#starting = begin();
    try {
      await this.#starting;
    } catch (error) {
      // A signal interrupted the start. The signal decides how the process ends.
      if (this.#ending) return this.#ending;
      await this.#stopAll();
      throw error;
    }
  }

  /** Runs work that ends by itself, then stops everything that the work started. */
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
      this.#logger.error('stopping took too long; the process exits now');
      process.exit(1);
    }, this.#deadlineMs);
    this.#stopping.abort(new Error('The process is stopping.'));
    // Waits for the start to end, because a step that can't be interrupted would otherwise start something after the stop.
    await this.#starting.catch(() => {});
    const allStopped = await this.#stopAll();
    clearTimeout(deadline);
    // An interrupted command can already have set an exit code because it couldn't finish.
    process.exit(allStopped ? exitCode || process.exitCode : 1);
  }

  /** Runs all registered stop functions. Continues after a failure, because the rest must be stopped too. */
  async #stopAll(): Promise<boolean> {
    let allStopped = true;
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        allStopped = false;
        this.#logger.error({ err: error }, 'a part of the service failed to stop');
      }
    }
    return allStopped;
  }
}
