import { SealAnswer, SealResult } from '../../../proof/seal-result.ts';
import type { SealStatement } from '../../../proof/statement.ts';
import { aiNotice, limitsOf, statementFacts } from '../../../proof/statement-facts.ts';
import type { SuspiciousCharacter } from '../../../proof/text.ts';
import { isIssuersWord, type SealVerdict } from '../../../proof/verify.ts';
import type { CheckOutcome, CopyVerdict, HiddenCharacters, MissingFile } from './check.ts';
import { citationPart, citationSentence } from './citation-view.ts';
import { element, visibleElement } from './element.ts';
import { texts } from './texts.ts';

/** Color tone of a result: green if verified, amber if verified without revocation, red if something speaks against it. */
type Tone = keyof typeof MARKS;

const MARKS = { same: '✓', care: '!', bad: '✗', open: '–' } as const;

/** Results that speak against the copy or its seal. The others leave open whether the copy is genuine. */
const REFUTED: readonly SealResult[] = [
  SealResult.INVALID,
  SealResult.DIFFERENT,
  SealResult.REVOKED,
  SealResult.SUPERSEDED,
];

/** Shows the result below the form: the main sentence, which screen readers announce when it changes, and the reasons. */
export class ResultView {
  readonly sentence = element('div', { class: 'result', role: 'status', 'aria-live': 'polite', 'aria-atomic': 'true' });
  readonly reasons = element('div', { class: 'reasons' });
  readonly #isStatementOpen: boolean;
  readonly #progress = new HashingProgress();

  /** @param isStatementOpen false if the surrounding page already shows the statement */
  constructor({ isStatementOpen }: { isStatementOpen: boolean }) {
    this.#isStatementOpen = isStatementOpen;
  }

  /** Shows a sentence instead of a result, because nothing was compared yet or the input has changed since. */
  wait(sentence: string): void {
    this.#show('open', sentence);
    this.reasons.replaceChildren();
  }

  /** Shows the hashed share of the copy, 0 to 1. Screen readers don’t announce it, because it changes constantly. */
  progress(name: string, part: number): void {
    if (!this.#progress.element.isConnected) this.sentence.lastElementChild?.append(this.#progress.element);
    this.#progress.show(name, part);
  }

  show(outcome: CheckOutcome): void {
    if (outcome.kind !== 'judged') {
      if (outcome.kind === 'broken') this.#show('bad', outcome.sentence, texts.result.nothingChecked);
      else this.#show('open', outcome.sentence);
      this.reasons.replaceChildren();
      return;
    }
    const { judged } = outcome;
    const [one] = judged;
    const worstCopy = worstOf(judged);
    const worst = worstCopy.verdict;
    const answer = answerOf(worstCopy);
    if (judged.length === 1) {
      this.#show(toneOf(one), worst.summary, answer, notesOf(one));
      this.reasons.replaceChildren(...this.#reasonsOf(one));
    } else {
      const items = element('ul', { class: 'copies' }, ...judged.map(copyItem));
      this.#show(toneOf(worstCopy), summaryOf(judged), answer, [items]);
      this.reasons.replaceChildren(...judged.map((each) => this.#partOf(each)));
    }
    this.sentence.dataset.result = worst.result;
    this.sentence.dataset.answer = worst.answer;
    this.sentence.scrollIntoView({ block: 'nearest' });
  }

  #reasonsOf({ verdict, hidden, citations }: CopyVerdict): HTMLElement[] {
    return [
      ...(citations ? citationPart(citations) : []),
      ...hiddenCharacters(hidden),
      element('h3', {}, texts.result.nineChecks),
      element('ol', { class: 'checks' }, ...verdict.checks.map(checkItem)),
      ...(verdict.statement ? statementPart(verdict.statement, isIssuersWord(verdict), this.#isStatementOpen) : []),
    ];
  }

  /** Shows the verdict on one of several copies. */
  #partOf(judged: CopyVerdict): HTMLElement {
    const { name } = judged;
    return element(
      'details',
      { class: 'copy', open: toneOf(judged) !== 'same' || judged.citations !== null },
      element('summary', {}, visibleElement(name), texts.result.copyAnswer(answerOf(judged))),
      ...notesOf(judged),
      ...this.#reasonsOf(judged),
    );
  }

  /** @param answer the answer in a few words, shown above the sentence. Undefined while files for a check are missing */
  #show(tone: Tone, sentence: string, answer?: string, notes: HTMLElement[] = []): void {
    delete this.sentence.dataset.result;
    delete this.sentence.dataset.answer;
    this.sentence.dataset.tone = tone;
    this.sentence.replaceChildren(
      element('span', { class: 'mark', 'aria-hidden': 'true' }, MARKS[tone]),
      element(
        'div',
        {},
        answer === undefined ? null : element('p', { class: 'answer' }, answer),
        element('p', { class: 'sentence' }, visibleElement(sentence)),
        ...notes,
      ),
    );
  }
}

/** The quotations of a citation file count as well: a valid seal isn’t green while they aren’t checked. */
function toneOf({ verdict: { result, answer }, citations }: CopyVerdict): Tone {
  if (citations?.isRefuted) return 'bad';
  if (answer === SealAnswer.VERIFIED) return citations && !citations.isProven ? 'care' : 'same';
  if (answer === SealAnswer.REVOCATION_NOT_CHECKED) return 'care';
  return REFUTED.includes(result) ? 'bad' : 'open';
}

function answerOf({ verdict: { answer }, citations }: CopyVerdict): string {
  if (citations?.isRefuted) return texts.citations.refuted;
  if (citations && !citations.isProven && answer === SealAnswer.VERIFIED) return texts.citations.open[citations.kind];
  return texts.result.answers[answer];
}

/** Tones, worst first. The result for several copies is that of the worst one. */
const TONE_ORDER: readonly Tone[] = ['bad', 'open', 'care', 'same'];

function worstOf(judged: readonly [CopyVerdict, ...CopyVerdict[]]): CopyVerdict {
  const [worst] = judged.toSorted((one, other) => TONE_ORDER.indexOf(toneOf(one)) - TONE_ORDER.indexOf(toneOf(other)));
  return worst!;
}

function summaryOf(judged: readonly CopyVerdict[]): string {
  const count = judged.length;
  const namesOf = (answer: SealAnswer) =>
    judged.filter(({ verdict }) => verdict.answer === answer).map(({ name }) => name);
  const notVerified = namesOf(SealAnswer.NOT_VERIFIED);
  const notChecked = namesOf(SealAnswer.REVOCATION_NOT_CHECKED);
  if (notVerified.length > 0) {
    return judged.every(({ verdict }) => verdict.result === SealResult.SAME_BYTES)
      ? texts.result.allSame(count)
      : texts.result.someVerified(count - notVerified.length, count, notVerified.join(', ')) +
          (notChecked.length > 0 ? texts.result.revocationOpen(notChecked.join(', ')) : '');
  }
  return notChecked.length > 0
    ? texts.result.allVerifiedButRevocation(count, notChecked.join(', '))
    : texts.result.allVerified(count);
}

function copyItem(judged: CopyVerdict): HTMLElement {
  const { name, verdict, citations } = judged;
  return element(
    'li',
    { 'data-copy': verdict.result },
    element('span', { 'aria-hidden': 'true' }, `${MARKS[toneOf(judged)]} `),
    element('strong', {}, visibleElement(name)),
    ': ',
    visibleElement(verdict.summary),
    citations ? ` ${citationSentence(citations)}` : null,
  );
}

function notesOf({ notes, missingProof, missingStatus, uncheckedReason, citations }: CopyVerdict): HTMLElement[] {
  return [
    ...(citations ? [paragraph(citationSentence(citations))] : []),
    ...(uncheckedReason === null ? [] : [paragraph(uncheckedReason)]),
    ...missingFileNote(texts.result.missingStatus, missingStatus),
    ...missingFileNote(texts.result.missingProof, missingProof),
    ...notes.map(paragraph),
  ];
}

class HashingProgress {
  readonly #name = element('span');
  readonly #percent = element('span');
  readonly #bar = element('progress', { max: '1', 'aria-label': texts.result.progress });
  readonly element = element(
    'div',
    { class: 'progress', 'aria-live': 'off' },
    element('p', {}, texts.result.hashing, this.#name, this.#percent),
    this.#bar,
  );

  show(name: string, part: number): void {
    this.#name.replaceChildren(visibleElement(name));
    this.#percent.textContent = texts.result.percent(Math.floor(part * 100));
    this.#bar.value = part;
  }
}

const FINGERPRINT = /\b([0-9a-f]{64})\b/;

/** Shows a note. Its fingerprints have a fixed-width font, because users compare them letter by letter. */
function paragraph(note: string): HTMLElement {
  const parts = note.split(FINGERPRINT);
  return element(
    'p',
    {},
    ...parts.map((part, at) => (at % 2 === 1 ? element('code', {}, part) : visibleElement(part))),
  );
}

/**
 * Tells the user to download a missing file, since the page can’t send requests. Only an address at the page’s own service is a
 * link.
 */
function missingFileNote(request: string, missing: MissingFile | null): HTMLElement[] {
  if (!missing) return [];
  const { address, isOwn } = missing;
  const place = isOwn
    ? element('a', { href: address, download: true }, address)
    : element('code', {}, visibleElement(address));
  return [element('p', {}, request, place)];
}

function checkItem({ name, status, detail, trusts }: SealVerdict['checks'][number]): HTMLElement {
  return element(
    'li',
    { 'data-check': name, 'data-status': status },
    element('strong', {}, texts.result.checks[name]),
    ': ',
    element('span', { class: 'found' }, texts.result.statuses[status]),
    element('p', {}, visibleElement(detail)),
    element('p', { class: 'hint' }, texts.result.reliesOn(trusts)),
  );
}

function statementPart(statement: SealStatement, isIssuers: boolean, isOpen: boolean): HTMLElement[] {
  const { predicate } = statement;
  const notice = aiNotice(predicate);
  const row = (term: string, shown: HTMLElement) =>
    element('div', {}, element('dt', {}, term), element('dd', {}, shown));
  const code = (text: string) => element('code', {}, visibleElement(text));
  const facts = statementFacts(statement).map(({ term, value, isCode }) =>
    row(term, isCode ? code(value) : visibleElement(value)),
  );
  return [
    ...(notice ? [element('p', { class: 'notice' }, element('span', { 'aria-hidden': 'true' }, '✦ '), notice)] : []),
    element(
      'details',
      { open: isOpen },
      element(
        'summary',
        {},
        isIssuers ? texts.result.signedStatement : texts.result.claimedStatement,
        element('span', { class: 'label' }, isIssuers ? texts.result.byIssuer : texts.result.notByIssuer),
      ),
      element('dl', {}, row(texts.result.seal, code(predicate.sealId)), ...facts),
      element('p', {}, texts.result.limits),
      element('ul', {}, ...limitsOf(predicate).map((limit) => element('li', {}, visibleElement(limit)))),
    ),
  ];
}

function hiddenCharacters({ listed, hasMore }: HiddenCharacters): HTMLElement[] {
  if (listed.length === 0) return [];
  return [
    element('h3', {}, texts.result.hidden),
    element('p', {}, texts.result.hiddenHint),
    element('ul', {}, ...hiddenItems(listed)),
    ...(hasMore ? [element('p', {}, texts.result.hiddenMore(listed.length))] : []),
  ];
}

/** List items, one per hidden character, with its listed positions. */
function hiddenItems(listed: SuspiciousCharacter[]): HTMLElement[] {
  return [...new Set(listed.map(({ codePoint }) => codePoint))].map((codePoint) => {
    const places = listed.filter((character) => character.codePoint === codePoint);
    const where = places.map(({ at }) => at + 1).join(', ');
    return element(
      'li',
      {},
      element('code', {}, codePoint),
      texts.result.hiddenItem(texts.result.hiddenKinds[places[0]!.kind], where),
    );
  });
}
