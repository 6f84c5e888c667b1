import { findAll, findAllInTurns } from './find.ts';
import { type Finding, type FindingKind, TooManyFindings } from './finding.ts';
import type { NameList } from './name-list.ts';
import { PLACEHOLDERS, placeholder } from './placeholder.ts';

/** Original texts by placeholder. */
export type RedactionMap = ReadonlyMap<string, string>;

export interface PlacedFinding {
  readonly kind: FindingKind;
  /** Start in the original text, in UTF-16 code units. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

export interface RedactionResult {
  readonly text: string;
  readonly findings: readonly PlacedFinding[];
  readonly map: RedactionMap;
}

export interface RedactOptions {
  readonly names?: readonly NameList[];
}

/**
 * Replaces all recognised personal data by placeholders. `restore` with the map returns exactly the original text.
 * @throws TooManyFindings
 */
export function redact(text: string, { names = [] }: RedactOptions = {}): RedactionResult {
  const redaction = new Redaction([text]);
  return { ...redaction.replaced(text, findAll(text, names)), map: redaction.map };
}

/** Like `redact`, but lets other requests run between its steps, for long texts. */
export async function redactInTurns(text: string, { names = [] }: RedactOptions = {}): Promise<RedactionResult> {
  const redaction = new Redaction([text]);
  return { ...redaction.replaced(text, await findAllInTurns(text, names)), map: redaction.map };
}

/** Maximum replacements of one redaction. */
const MOST_REPLACED = 100_000;

/** Fixed cost of each text. `TURN` is the work after which other requests get a turn. Both are counted in characters. */
const COST_OF_TEXT = 100;
const TURN = 16_384;

/** Redacts several texts of one request: equal values get equal placeholders in all of them. */
export class Redaction {
  readonly map = new Map<string, string>();
  /** Number of redacted places by kind. */
  readonly counts = new Map<FindingKind, number>();
  /** Kinds and numbers of the placeholders that already occur in the original texts. New placeholders get other numbers. */
  readonly #taken = new Set<string>();
  readonly #numbers = new Map<string, number>();
  readonly #spellings = new Map<string, string[]>();
  readonly #last = new Map<FindingKind, number>();
  #replaced = 0;
  #sinceTurn = 0;

  /** @param texts all texts of the redaction */
  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      for (const [, kind, number] of text.matchAll(PLACEHOLDERS)) this.#taken.add(`${kind} ${Number(number)}`);
    }
  }

  /** Redacts one text. Lets other requests run after every `TURN` of work, even if all texts are short. */
  async redact(text: string, names: readonly NameList[]): Promise<string> {
    this.#sinceTurn += text.length + COST_OF_TEXT;
    if (this.#sinceTurn > TURN) {
      this.#sinceTurn = 0;
      await new Promise(setImmediate);
    }
    return this.replaced(text, await findAllInTurns(text, names)).text;
  }

  replaced(text: string, found: readonly Finding[]): { text: string; findings: PlacedFinding[] } {
    const parts: string[] = [];
    const findings: PlacedFinding[] = [];
    let end = 0;
    for (const finding of found) {
      if (++this.#replaced > MOST_REPLACED) throw new TooManyFindings(MOST_REPLACED);
      const { kind, start } = finding;
      const replacement = this.#placeholderFor(finding, text.slice(start, finding.end));
      this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
      parts.push(text.slice(end, start), replacement);
      findings.push({ kind, start, end: finding.end, placeholder: replacement });
      end = finding.end;
    }
    return { text: parts.join('') + text.slice(end), findings };
  }

  /**
   * Placeholder with one number per value, and a second number for each further spelling, so that each spelling can be restored.
   */
  #placeholderFor({ kind, value }: Finding, written: string): string {
    const thing = `${kind} ${value}`;
    let number = this.#numbers.get(thing);
    if (number === undefined) {
      number = this.#nextNumber(kind);
      this.#numbers.set(thing, number);
      this.#spellings.set(thing, []);
    }
    const spellings = this.#spellings.get(thing)!;
    let spelling = spellings.indexOf(written) + 1;
    if (spelling === 0) spelling = spellings.push(written);
    const replacement = placeholder(kind, number, spelling);
    this.map.set(replacement, written);
    return replacement;
  }

  #nextNumber(kind: FindingKind): number {
    let number = this.#last.get(kind) ?? 0;
    do number += 1;
    while (this.#taken.has(`${kind} ${number}`));
    this.#last.set(kind, number);
    return number;
  }
}
