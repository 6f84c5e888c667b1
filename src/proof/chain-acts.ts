import { type ActSignature, actSignatureOf } from './act-signature.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { VerifyingKey } from './public-key.ts';
import { timeInId } from './record-times.ts';

/** Kind of the chain entries about acts on records. */
export const ACT_KIND = 'ACT';

const DAY_MS = 24 * 3_600_000;

/**
 * Tolerance when the age of a deleted record is compared with its retention: months have different lengths, and clocks and time
 * zones differ.
 */
const AGE_TOLERANCE_MS = 4 * DAY_MS;

/** Kinds of records that are never deleted. */
const NEVER_DELETED: ReadonlySet<string> = new Set(['DECISION', ACT_KIND]);

/** Position and time of the chain entry of an act. Null for an act that waits to be added to the chain. */
export type ActPlace = { seq: number; recordedAt: string } | null;

/** An act on records: the end of their retention, or an erasure of some of their members. */
interface RecordedAct {
  /** Ids of the records, if they aren't a range. */
  readonly ids: ReadonlySet<string> | null;
  readonly fromId: string;
  /** The range ends before this id. */
  readonly untilId: string;
  /** Records from before this time may be deleted, in milliseconds since 1970. */
  readonly dueBefore: number;
}

/** Why an act explains nothing: a code, and the end of a sentence about the act. */
export interface ActFlaw {
  code: 'UNREADABLE' | 'TIME' | 'UNSIGNED' | 'INVALID_SIGNATURE' | 'UNKNOWN_KEY' | 'OTHER_MONTH';
  reason: string;
}

interface ChainActsOptions {
  /** Finds a seal key by its id. Null if the key is unknown, or wasn’t valid at the given time. */
  keyOf(keyId: string, at: Date): VerifyingKey | null;
  /** True if an act at this place may be unsigned, as acts of releases up to 0.2.0 are. */
  mayBeUnsigned(place: ActPlace): boolean;
}

/**
 * The acts on records that a chain contains. A record may be missing, or a value of it erased, only if an act explains it. An act
 * that this service didn't sign, or without the right kind, range or time, explains nothing.
 */
export class ChainActs {
  readonly #options: ChainActsOptions;
  /** Acts by what they did and the kind of the records. */
  readonly #acts = new Map<string, ActIndex>();
  readonly #retentions = new Map<string, JsonObject[]>();
  /** Number of usable acts without signature. */
  unsigned = 0;

  constructor(options: ChainActsOptions) {
    this.#options = options;
  }

  /** Adds an act. Returns why it explains nothing; null if it is usable. */
  add(record: JsonObject, place: ActPlace): ActFlaw | null {
    const { act, of, at } = record;
    if (typeof act !== 'string' || typeof of !== 'string' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) {
      return { code: 'UNREADABLE', reason: 'is unreadable.' };
    }
    if (place && Math.abs(Date.parse(place.recordedAt) - Date.parse(at)) > DAY_MS) {
      const reason = `claims the time ${at}, but was added to the chain at ${place.recordedAt}.`;
      return { code: 'TIME', reason };
    }
    const signature = actSignatureOf(record, this.#options.keyOf);
    const flaw = this.#flawIn(signature, place) ?? monthFlaw(record);
    if (flaw) return flaw;
    if (signature === 'UNSIGNED') this.unsigned++;
    if (act === 'RETENTION') this.#retentions.set(of, [...this.retentionsOf(of), record]);
    this.#of(act, of).add({
      ids: Array.isArray(record.ids) ? new Set(record.ids.filter((id) => typeof id === 'string')) : null,
      fromId: textOf(record.fromId),
      untilId: textOf(record.untilId),
      dueBefore: monthsBefore(Date.parse(at), fewestMonths(record.months)) + AGE_TOLERANCE_MS,
    });
    return null;
  }

  /** Reason why a missing record isn't explained, as a sentence without its id. Null if an act explains it. */
  flawInRemoval(kind: string, id: string): string | null {
    if (NEVER_DELETED.has(kind)) return 'is missing, and such records are never deleted.';
    const acts = this.#of('RETENTION', kind).covering(id);
    if (acts.length === 0) return 'is missing, and no deletion of it is recorded.';
    // The time of a record is in its id.
    const madeAt = timeInId(id);
    if (madeAt !== null && acts.some(({ dueBefore }) => madeAt < dueBefore)) return null;
    return 'was deleted before its retention ended.';
  }

  /** The acts that deleted records of a kind. */
  retentionsOf(kind: string): readonly JsonObject[] {
    return this.#retentions.get(kind) ?? [];
  }

  /** True if an act records that members of this record were erased. */
  isErasureRecorded(kind: string, id: string): boolean {
    return this.#of('ERASURE', kind).covering(id).length > 0;
  }

  #flawIn(signature: ActSignature, place: ActPlace): ActFlaw | null {
    switch (signature) {
      case 'VALID':
        return null;
      case 'INVALID':
        return { code: 'INVALID_SIGNATURE', reason: 'has an invalid signature: it was changed or inserted.' };
      case 'UNKNOWN_KEY':
        return { code: 'UNKNOWN_KEY', reason: 'is signed with a key that isn’t trusted at its time.' };
      case 'UNSIGNED':
        return this.#options.mayBeUnsigned(place)
          ? null
          : { code: 'UNSIGNED', reason: 'isn’t signed by the service: it was inserted.' };
    }
  }

  #of(act: string, kind: string): ActIndex {
    const key = `${act} ${kind}`;
    const known = this.#acts.get(key) ?? new ActIndex();
    this.#acts.set(key, known);
    return known;
  }
}

/** Finds the acts about a record without comparing it with each of them. */
class ActIndex {
  readonly #byId = new Map<string, RecordedAct[]>();
  /** Acts on ranges, in the order of `fromId` once they are sorted. */
  #ranges: RecordedAct[] = [];
  /** For each range, the greatest `untilId` up to it. Null if the ranges aren't sorted. */
  #furthest: string[] | null = null;

  add(act: RecordedAct): void {
    if (!act.ids) {
      this.#ranges.push(act);
      this.#furthest = null;
    }
    for (const id of act.ids ?? []) this.#byId.set(id, [...(this.#byId.get(id) ?? []), act]);
  }

  covering(id: string): RecordedAct[] {
    const furthest = this.#sorted();
    const found = [...(this.#byId.get(id) ?? [])];
    for (let at = this.#lastFrom(id); at >= 0 && furthest[at]! > id; at--) {
      if (id < this.#ranges[at]!.untilId) found.push(this.#ranges[at]!);
    }
    return found;
  }

  #sorted(): string[] {
    if (this.#furthest) return this.#furthest;
    this.#ranges.sort((one, other) => (one.fromId < other.fromId ? -1 : one.fromId > other.fromId ? 1 : 0));
    let furthest = '';
    this.#furthest = this.#ranges.map(({ untilId }) => (furthest = untilId > furthest ? untilId : furthest));
    return this.#furthest;
  }

  /** Index of the last range that begins at this id or an earlier one. -1 if all ranges begin later. */
  #lastFrom(id: string): number {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle]!.fromId <= id) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Problem of an act on a month whose range of ids isn’t that month. Null for other acts. */
function monthFlaw({ month, fromId, untilId }: JsonObject): ActFlaw | null {
  if (typeof month !== 'string') return null;
  const [, year, number] = /^(\d{4})-(\d\d)$/.exec(month) ?? [];
  const start = Date.UTC(Number(year), Number(number) - 1);
  const end = Date.UTC(Number(year), Number(number));
  if (timeInId(textOf(fromId)) !== start || timeInId(textOf(untilId)) !== end) {
    return { code: 'OTHER_MONTH', reason: `claims the month ${month}, but covers another range of ids.` };
  }
  return null;
}

/** The time a number of whole months earlier, in milliseconds since 1970. */
function monthsBefore(at: number, months: number): number {
  const date = new Date(at);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.getTime();
}

const textOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');

/** Months of an act’s retention; the fewest if it names several. 0 if it names none, as in releases up to 0.2.0. */
function fewestMonths(value: JsonValue | undefined): number {
  const values = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  const numbers = values.filter((one): one is number => typeof one === 'number');
  return numbers.length === 0 ? 0 : Math.min(...numbers);
}
