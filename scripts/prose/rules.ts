import { toString as textOf } from 'nlcst-to-string';
import retextEnglish from 'retext-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { HIDDEN_FIRST_SUBJECTS, HIDDEN_SUBJECTS, MAX_WORDS, STOP_WORDS } from './dictionary.ts';
import type { Passage } from './passages.ts';

export const RULES = [
  'stop-word',
  'hidden-subject',
  'long-sentence',
  'title-case',
  'missing-description',
  'repeated-word',
  'repeated-sentence',
  'article',
] as const;
export type Rule = (typeof RULES)[number];

export interface Finding {
  file: string;
  line: number;
  rule: Rule;
  message: string;
  /** Text of the passage. */
  text: string;
}

const stopWords = STOP_WORDS.map(([pattern, instead]) => [new RegExp(`\\b${pattern}\\b`, 'gi'), instead] as const);
const startsOf = (patterns: typeof HIDDEN_SUBJECTS) =>
  patterns.map(([pattern, instead]) => [new RegExp(`^${pattern}`, 'i'), instead] as const);
const hiddenSubjects = startsOf(HIDDEN_SUBJECTS);
const hiddenFirstSubjects = startsOf([...HIDDEN_SUBJECTS, ...HIDDEN_FIRST_SUBJECTS]);
const english = unified().use(retextEnglish).use(retextIndefiniteArticle).use(retextRepeatedWords);

interface Node {
  type: string;
  children?: Node[];
}

/** Findings in one passage, at most one per rule and sentence for rules about sentences. */
export function findingsIn({ file, line, kind, text }: Passage): Finding[] {
  const findings: Finding[] = [];
  const found = (rule: Rule, message: string) => findings.push({ file, line, rule, message, text });

  if (text === '') {
    if (kind === 'description') found('missing-description', 'Describe this type, field or value.');
    return findings;
  }
  for (const [pattern, instead] of stopWords) {
    for (const [word] of text.matchAll(pattern)) found('stop-word', `"${word}": ${instead}.`);
  }
  const hasSubjects = kind === 'description' || kind === 'comment';
  const checkSubject = (sentence: string, starts: typeof hiddenSubjects) => {
    const subject = starts.find(([pattern]) => pattern.test(sentence));
    if (subject) found('hidden-subject', `"${sentence.split(' ', 3).join(' ')} …": ${subject[1]}.`);
  };
  if (hasSubjects) checkSubject(text, hiddenFirstSubjects);
  if (kind === 'title' || kind === 'heading') {
    const words = text
      .split(/\s+/)
      .slice(1)
      .filter((word) => /^[A-Z][a-z]{3,}$/.test(word));
    if (words.length > 1) found('title-case', `"${text}": use sentence case.`);
    return findings;
  }
  const vfile = new VFile(text);
  const tree = english.parse(vfile);
  let before = '';
  for (const [index, sentence] of sentencesIn(tree as Node).entries()) {
    const plain = textOf(sentence as never);
    if (hasSubjects && index > 0) checkSubject(plain, hiddenSubjects);
    const words = plain.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0;
    if (words > 1 && plain === before) found('repeated-sentence', `"${plain}": say it once.`);
    before = plain;
    if (words > MAX_WORDS) found('long-sentence', `${words} words; at most ${MAX_WORDS}. Split the sentence.`);
  }
  english.runSync(tree, vfile);
  for (const { source, reason } of vfile.messages) {
    // `code` replaces inline code, whose sound isn't known.
    if (/(?:before|repeated) `code`/i.test(reason)) continue;
    if (source === 'retext-repeated-words') found('repeated-word', reason);
    if (source === 'retext-indefinite-article') found('article', reason);
  }
  return findings;
}

function sentencesIn(node: Node): Node[] {
  if (node.type === 'SentenceNode') return [node];
  return (node.children ?? []).flatMap(sentencesIn);
}
