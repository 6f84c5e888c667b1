import {
  BOUNDARIES,
  CARRY_ON,
  fold,
  longestPhrase,
  type Meaning,
  meaningsOf,
  NEGATIONS,
  STOP_PHRASES,
  STOP_WORDS,
} from './lexicon.ts';

/**
 * A word of the brief: as it is written, and as it is looked up in the lexicon. `start` and `end` are its position in the brief.
 */
export interface Token {
  text: string;
  start: number;
  end: number;
  isBreak: boolean;
}

/** A part of the brief: a phrase in the lexicon with its meanings, or a word that isn't in the lexicon. */
export interface Term {
  /** Words as written in the brief. */
  words: string;
  meanings?: readonly Meaning[];
  /** `from` is the index of the term's first token, `to` the index after its last token. */
  from: number;
  to: number;
}

/** A brief, split into wanted and unwanted terms. */
export interface Reading {
  brief: string;
  tokens: readonly Token[];
  wanted: readonly Term[];
  unwanted: readonly Term[];
  /** Wanted terms by the index of their first token, and (`byTo`) by the index after their last token. */
  byFrom: ReadonlyMap<number, Term>;
  byTo: ReadonlyMap<number, Term>;
}

const EMOJI = String.raw`\p{Extended_Pictographic}\uFE0F?[\u{1F3FB}-\u{1F3FF}]?`;
/**
 * Tokens of a brief: hex colours, words of any script with their combining marks, emoji sequences, other symbols, and line or
 * sentence breaks.
 */
const TOKEN = new RegExp(
  String.raw`#[0-9a-f]{3,8}\b|(?!\p{Extended_Pictographic})[\p{L}\p{N}][\p{L}\p{M}\p{N}\u200C\u200D'\u2018\u2019\u02BC\u02B9\u2032\u00B4\uFF07${'`'}]*|` +
    String.raw`\p{Regional_Indicator}{2}|${EMOJI}(?:\u200D${EMOJI})*|\p{So}\p{M}*|[,.;:!?()\n]`,
  'giu',
);
/** Elided articles and pronouns (l'aube, d'automne, qu'un) are separated from the next word. */
const ELISION = /^(?:[ldnsjmtc]|qu|jusqu|lorsqu|puisqu)'(?=.)/;

/** Invisible characters, which are removed because they would split a word. */
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/g;

export function readBrief(prompt: string): Reading {
  const brief = prompt.replace(INVISIBLE, '');
  const tokens = tokensOf(brief);
  const wanted: Term[] = [];
  const unwanted: Term[] = [];
  let i = 0;
  while (i < tokens.length) {
    const token = tokens[i]!;
    const saysPasDe = token.text === 'pas' && /^(de|d|un|une)$/.test(tokens[i + 1]?.text ?? '');
    if (NEGATIONS.has(token.text) || saysPasDe) {
      i = readNegated(brief, tokens, i + 1, unwanted);
    } else if (token.isBreak) {
      i++;
    } else {
      const term = termAt(brief, tokens, i);
      if (term.meanings || !isGrammar(tokens, term)) wanted.push(term);
      i = term.to;
    }
  }
  const byFrom = new Map(wanted.map((term) => [term.from, term]));
  const byTo = new Map(wanted.map((term) => [term.to, term]));
  return { brief, tokens, wanted, unwanted, byFrom, byTo };
}

function tokensOf(brief: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: raw, index } of brief.matchAll(TOKEN)) {
    const text = fold(raw);
    const elided = ELISION.exec(text)?.[0].length ?? 0;
    const word = text.slice(elided).replace(/'(?:s?)$/, '');
    if (word === '') continue;
    const start = index + (elided > 0 ? raw.search(/['\u2018\u2019\u02BC\u02B9\u2032\u00B4\uFF07`]/) + 1 : 0);
    tokens.push({ text: word, start, end: index + raw.length, isBreak: /^[,.;:!?()\n]$/.test(word) });
  }
  return tokens;
}

/** Text of the brief from the token `from` up to, but not including, the token `to`. */
function wordsOf(brief: string, tokens: readonly Token[], from: number, to: number): string {
  return brief.slice(tokens[from]!.start, tokens[to - 1]!.end);
}

function hexMeaning(text: string): Meaning | undefined {
  if (/^#[0-9a-f]{6}$/.test(text)) return { kind: 'color', value: text };
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  if (!short) return undefined;
  const digits = short.slice(1).map((digit) => digit + digit);
  return { kind: 'color', value: `#${digits.join('')}` };
}

/** Hex colour, longest phrase of the lexicon, or stop phrase that starts at a token. Otherwise the single word there. */
function termAt(brief: string, tokens: readonly Token[], from: number): Term {
  const term = (length: number, meanings?: readonly Meaning[]): Term => ({
    words: wordsOf(brief, tokens, from, from + length),
    meanings,
    from,
    to: from + length,
  });
  const hex = hexMeaning(tokens[from]!.text);
  if (hex) return term(1, [hex]);
  for (let length = Math.min(longestPhrase, tokens.length - from); length >= 1; length--) {
    const stretch = tokens.slice(from, from + length);
    if (stretch.some((token) => token.isBreak)) continue;
    const text = stretch.map((token) => token.text).join(' ');
    if (STOP_PHRASES.has(text)) return term(length);
    if (length === 1 && STOP_WORDS.has(text)) break;
    const meanings = meaningsOf(text);
    if (meanings) return term(length, meanings);
  }
  return term(1);
}

function isGrammar(tokens: readonly Token[], { from, to }: Term): boolean {
  const text = tokens
    .slice(from, to)
    .map((token) => token.text)
    .join(' ');
  return STOP_WORDS.has(text) || STOP_PHRASES.has(text);
}

/**
 * Reads the unwanted terms after a negation, such as `no tall trees or birds`, and returns the index of the token after them. A
 * term ends with its first word in the lexicon, or with its second word. A colour or mood includes the noun after it (`no red
 * cars`). After a conjunction such as `or` the next unwanted term begins.
 */
function readNegated(brief: string, tokens: readonly Token[], start: number, unwanted: Term[]): number {
  let i = start;
  let from = start;
  let count = 0;
  const flush = (to: number, meanings?: readonly Meaning[]) => {
    if (count > 0) unwanted.push({ words: wordsOf(brief, tokens, from, to), meanings, from, to });
    count = 0;
  };
  let end = start;
  while (i < tokens.length) {
    const token = tokens[i]!;
    if (token.isBreak || (NEGATIONS.has(token.text) && !CARRY_ON.has(token.text))) break;
    if (CARRY_ON.has(token.text)) {
      flush(end);
      i++;
      continue;
    }
    if (BOUNDARIES.has(token.text)) break;
    if (STOP_WORDS.has(token.text)) {
      i++;
      continue;
    }
    const term = termAt(brief, tokens, i);
    if (count === 0) from = i;
    count++;
    i = term.to;
    end = i;
    const next = tokens[i];
    const describesNext = term.meanings?.every(({ kind }) => kind === 'color' || kind === 'mood');
    const nounFollows = next && !next.isBreak && !BOUNDARIES.has(next.text) && !STOP_WORDS.has(next.text);
    if (describesNext && nounFollows && !CARRY_ON.has(next.text)) continue;
    if (term.meanings || count >= 2) {
      // A colour without a noun is itself unwanted; a colour before a noun only describes that noun.
      flush(end, term.meanings && (count === 1 || !describesNext) ? term.meanings : undefined);
      if (next && CARRY_ON.has(next.text)) continue;
      return i;
    }
  }
  flush(end);
  return i;
}
