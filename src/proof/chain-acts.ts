import type { JsonObject, JsonValue } from './json.ts';

/** Kind of the chain entries about acts on records. */
export const ACT_KIND = 'ACT';

const DAY_MS = 24 * 3_600_000;

/** Kinds of records that are never deleted. */
const NEVER_DELETED: ReadonlySet<string> = new Set(['DECISION', ACT_KIND]);

/** An act on records: the end of their retention, or an erasure of some of their members. */
interface RecordedAct {
  readonly act: string;
  /** Kind of the records. */
  readonly of: string;
  /** Ids of the records, if they aren't a range. */
  readonly ids: ReadonlySet<string> | null;
  readonly fromId: string;
  /** The range ends before this id. */
  readonly untilId: string;
  readonly at: number;
  /** Smallest number of whole months that the records had to be kept. Null in acts from before this was recorded. */
  readonly months: number | null;
}

/**
 * The acts on records that a chain contains. A record may be missing, or a value of it erased, only if an act explains it. An act
 * of a service without the right kind, range or time explains nothing.
 */
export class ChainActs {
  readonly #acts: RecordedAct[] = [];

  /**
   * Adds an act of the chain.
   * @param recordedAt time of its chain entry
   * @returns the reason why it explains nothing, as the end of a sentence about the act; null if it is usable
   */
  add(record: JsonObject, recordedAt: string): string | null {
    const { act, of, at } = record;
    if (typeof act !== 'string' || typeof of !== 'string' || typeof at !== 'string') return 'is unreadable.';
    const time = Date.parse(at);
    if (!(Math.abs(Date.parse(recordedAt) - time) <= DAY_MS)) {
      return `claims the time ${at}, but was added to the chain at ${recordedAt}.`;
    }
    this.#acts.push({
      act,
      of,
      ids: Array.isArray(record.ids) ? new Set(record.ids.filter((id) => typeof id === 'string')) : null,
      fromId: textOf(record.fromId),
      untilId: textOf(record.untilId),
      at: time,
      months: smallestOf(record.months),
    });
    return null;
  }

  /** Reason why a missing record isn't explained, as a sentence without its id. Null if an act explains it. */
  flawInRemoval(kind: string, id: string): string | null {
    if (NEVER_DELETED.has(kind)) return 'is missing, and such records are never deleted.';
    const acts = this.#acts.filter((act) => act.act === 'RETENTION' && act.of === kind && covers(act, id));
    if (acts.length === 0) return 'is missing, and no deletion of it is recorded.';
    if (acts.some((act) => isDue(act, id))) return null;
    return 'was deleted before its retention ended.';
  }

  /** True if an act records that members of this record were erased. */
  isErasureRecorded(kind: string, id: string): boolean {
    return this.#acts.some((act) => act.act === 'ERASURE' && act.of === kind && covers(act, id));
  }
}

function covers({ ids, fromId, untilId }: RecordedAct, id: string): boolean {
  return ids ? ids.has(id) : id >= fromId && id < untilId;
}

/** True if the record was old enough when it was deleted. The time of a record is in its id. */
function isDue({ at, months }: RecordedAct, id: string): boolean {
  const madeAt = timeInId(id);
  if (madeAt === null) return false;
  const due = new Date(madeAt);
  due.setUTCMonth(due.getUTCMonth() + (months ?? 0));
  return due.getTime() <= at;
}

const textOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');

/** The smallest number among a number, or the members of an object. Null if there is none. */
function smallestOf(value: JsonValue | undefined): number | null {
  const values = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  const numbers = values.filter((one): one is number => typeof one === 'number');
  return numbers.length === 0 ? null : Math.min(...numbers);
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Time in a record's id, in milliseconds since 1970: its first ten digits. Null if it has none. */
export function timeInId(id: string): number | null {
  const digits = id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11);
  if (digits.length !== 10) return null;
  let time = 0;
  for (const digit of digits) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) return null;
    time = time * 32 + value;
  }
  return time;
}
