import { reportChanges } from '../audit/report-changes.ts';
import type { Clock } from '../clock.ts';
import type { Context, ContextBase } from '../context.ts';
import { outsideRequests } from '../request-scope.ts';
import { HoldReason } from './clock-note.entity.ts';
import { type DeletionHold, deleteHold, insertHold, readClockNote, writeClockNote } from './clock-note.sql.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Maximum time between two runs of the service without a hold of deletion. With a shorter limit, deletion would be held after
 * holidays; with a longer one, a wrong clock could delete data a month too soon.
 */
const MAX_SILENCE_MS = 45 * DAY_MS;
/**
 * Maximum jump of a clock without a hold of deletion. Time servers correct minutes. Only a wrong clock, or a suspended machine,
 * jumps by a day.
 */
const MAX_LEAP_MS = DAY_MS;
const NOTE_EVERY_MS = HOUR_MS;
/**
 * Interval of comparing the clocks, so that every process notices a jump even if it deletes nothing. The clocks are also compared
 * before each deletion.
 */
const LOOK_EVERY_MS = 60_000;

/** The database's clock and the process's clock at one moment. */
interface ClockReading {
  processMs: number;
  databaseMs: number;
  /** Milliseconds of the monotonic clock at the same moment. */
  elapsedMs: number;
}

/** Thrown by the health probe while deletion is held. */
class DeletionHeld extends Error {
  override readonly name = 'DeletionHeld';
}

/**
 * Decides whether expired data may be deleted or erased. A wrong clock makes all data look old. Deletion is therefore held when
 * the clock is far ahead of the last time recorded in the database, or jumps while the process runs. The hold is stored, and only
 * an operator ends it.
 */
export class DeletionGate {
  readonly #base: ContextBase;
  /** Last reading of the clocks. Undefined before the first one of this process. */
  #last: ClockReading | undefined;
  #notedElapsedMs = 0;
  #looking: Promise<DeletionHold | null> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(base: ContextBase) {
    this.#base = base;
  }

  /** Compares the clocks with the last recorded time before anything is deleted, then every minute. */
  async start(): Promise<void> {
    await this.#check();
    this.#timer ??= setInterval(() => {
      this.#check().catch((err) =>
        this.#base.logger.debug({ err }, 'the clocks could not be compared with the last note'),
      );
    }, LOOK_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#looking?.catch(() => {});
  }

  /** True if expired rows may be deleted now. Must be called before each deletion that depends on time. */
  async mayDelete(): Promise<boolean> {
    return (await this.#check()) === null;
  }

  /** Health probe. @throws DeletionHeld while deletion is held */
  async probe(): Promise<void> {
    const hold = await this.#check();
    // The error has no stack, because a stack would always point to this line.
    if (hold) throw Object.assign(new DeletionHeld(holdSentence(hold)), { stack: '' });
  }

  #check(): Promise<DeletionHold | null> {
    this.#looking ??= outsideRequests(() => this.#compare()).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #compare(): Promise<DeletionHold | null> {
    const { database, clock, logger } = this.#base;
    const em = database.orm.em.fork();
    const { databaseTime, notedAt, hold } = await readClockNote(em);
    const now = momentOf(clock, databaseTime);
    const found = hold ?? this.#holdFor(now, notedAt);
    if (found && !hold && (await insertHold(em, found))) {
      logger.error({ ...found }, `${holdSentence(found)} ${HOLD_ADVICE}`);
    }
    if (!this.#last || now.elapsedMs - this.#notedElapsedMs >= NOTE_EVERY_MS) {
      await writeClockNote(em, new Date(now.processMs));
      this.#notedElapsedMs = now.elapsedMs;
      if (hold) logger.warn({ ...hold }, `${holdSentence(hold)} ${HOLD_ADVICE}`);
    }
    this.#last = now;
    return found;
  }

  /** Returns the hold of deletion that the readings of the clocks require, or null. */
  #holdFor(now: ClockReading, notedAt: Date | null): DeletionHold | null {
    const { processMs, databaseMs } = now;
    const latestMs = Math.max(processMs, databaseMs);
    if (this.#last) {
      const leapMs = clockJump(this.#last, now);
      const before = notedAt ?? new Date(this.#last.databaseMs);
      return leapMs > MAX_LEAP_MS ? { reason: HoldReason.LEAP, since: new Date(latestMs), lastNotedAt: before } : null;
    }
    return notedAt && latestMs - notedAt.getTime() > MAX_SILENCE_MS
      ? { reason: HoldReason.START, since: new Date(latestMs), lastNotedAt: notedAt }
      : null;
  }
}

/** Ends the hold of deletion that began at `since`. False if deletion isn't held, or a later hold is in force. */
export function resumeDeletion(ctx: Context, since: Date): Promise<boolean> {
  return ctx.transactional(async ({ em }) => {
    const wasHeld = await deleteHold(em, since);
    if (wasHeld) reportChanges(['deletion'], [{ subjectId: 'deletion', field: 'isHeld', before: true, after: false }]);
    return wasHeld;
  });
}

/** Advice for an operator about a hold of deletion. */
export const HOLD_ADVICE =
  'Check the clocks of the service and the database, then run `imprimatur resume-deletion` or use the back office.';

/** Explains a hold of deletion in a sentence. */
export function holdSentence({ reason, since, lastNotedAt }: DeletionHold): string {
  const [at, noted] = [since.toISOString(), lastNotedAt.toISOString()];
  return reason === HoldReason.LEAP
    ? `Nothing is deleted or erased: the clock jumped by more than a day to ${at}. The last note before is from ${noted}.`
    : `Nothing is deleted or erased: the service started at ${at} by its clock, more than 45 days after its last note of ${noted}.`;
}

function momentOf(clock: Clock, databaseTime: Date): ClockReading {
  const processMs = clock.now().getTime();
  return { processMs, databaseMs: databaseTime.getTime(), elapsedMs: clock.elapsedMs?.() ?? performance.now() };
}

/**
 * Milliseconds by which a clock jumped between two readings, in either direction, compared with the monotonic clock. Returns the
 * larger of the jumps of the database's clock and the process's clock.
 */
function clockJump(before: ClockReading, now: ClockReading): number {
  const elapsedMs = now.elapsedMs - before.elapsedMs;
  return Math.max(
    Math.abs(now.processMs - before.processMs - elapsedMs),
    Math.abs(now.databaseMs - before.databaseMs - elapsedMs),
  );
}
