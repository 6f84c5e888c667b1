import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { isAboutDocuments, passageNumberOf } from '../fitting/passages.ts';
import { type PhraseLanguage, phrasedLanguageOf } from './languages.ts';

/** Material for a simulated answer: the caller's text, analysed by simple means. */
export interface Material {
  /** Beginning of the last user message. */
  readonly text: string;
  /** Whole last user message. */
  readonly wholeText: string;
  readonly sentences: readonly string[];
  /** Keywords, most frequent first. */
  readonly keywords: readonly string[];
  /** Language of the text. Null if it is unknown, or if the sandbox has no phrases in it. */
  readonly language: PhraseLanguage | null;
  /** Seed from the prompt: equal prompts get equal answers. */
  readonly seed: number;
}

/** Characters that are analysed. Simulated answers need no depth. */
const TAKEN_APART_CHARACTERS = 20_000;

export function materialOf(prompt: LanguageModelV4Prompt): Material {
  const wholeText = lastUserText(prompt);
  const text = wholeText.slice(0, TAKEN_APART_CHARACTERS);
  return {
    text,
    wholeText,
    sentences: sentencesOf(text),
    keywords: keywordsOf(text),
    language: phrasedLanguageOf(text),
    seed: seedOf(text, wholeText.length, prompt.length),
  };
}

export function lastUserText(prompt: LanguageModelV4Prompt): string {
  const message = prompt.findLast(({ role }) => role === 'user');
  return message?.role === 'user' ? textOf(message.content) : '';
}

/** A passage of a document in a prompt. */
export interface PassageText {
  readonly number: number;
  readonly text: string;
}

/** Passages of documents that the request must be answered from. Null if it isn't about documents. */
export function passagesIn(prompt: LanguageModelV4Prompt): PassageText[] | null {
  if (!isAboutDocuments(prompt)) return null;
  return prompt.flatMap(({ role, content }) =>
    role !== 'user'
      ? []
      : content.flatMap((part) => {
          const number = passageNumberOf(part);
          return part.type === 'text' && number !== null ? [{ number, text: part.text }] : [];
        }),
  );
}

/** All texts of a prompt, for counting tokens. */
export function* textsOf(prompt: LanguageModelV4Prompt): Generator<string> {
  for (const message of prompt) {
    if (message.role === 'system') yield message.content;
    else yield textOf(message.content);
  }
}

type MessageParts = Exclude<LanguageModelV4CallOptions['prompt'][number], { role: 'system' }>['content'];

function textOf(content: MessageParts): string {
  if (content.length === 1 && content[0]?.type === 'text') return content[0].text;
  return content
    .map((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text;
      if (part.type === 'tool-call') return `${part.toolName} ${JSON.stringify(part.input)}`;
      return part.type === 'tool-result' ? JSON.stringify(part.output) : '';
    })
    .join('\n');
}

/** Maximum characters of a quoted sentence. */
const SENTENCE_CHARACTERS = 160;

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((sentence) => sentence.trim().replace(/\s+/gu, ' '))
    .filter((sentence) => sentence.length > 2)
    .slice(0, 60)
    .map((sentence) =>
      sentence.length <= SENTENCE_CHARACTERS ? sentence : `${sentence.slice(0, SENTENCE_CHARACTERS - 1)}…`,
    );
}

/** Words of five letters or more. Shorter ones say little in the supported languages. */
const KEYWORD = /(?<![\p{L}\d@.:/])\p{L}{5,}(?![\p{L}\d@:/])/gu;
/** Words of five letters or more that say little about the topic. */
const SAYING_LITTLE = new Set(
  (
    'about after again could would should there their these those where which while please thank thanks hello because before ' +
    'other every under write writes write answer sandbox damen herren geehrte geehrter guten möchte bitte einen einem einer ' +
    'nicht haben werden wurde wurden unter diese dieser dieses können bonjour madame monsieur votre notre avoir cette señor ' +
    'señora usted nuestro desde gracias signore signora della delle questo questa grazie geachte heeft worden hebben'
  ).split(' '),
);

function keywordsOf(text: string): string[] {
  const counts = new Map<string, { word: string; count: number }>();
  for (const [word] of text.matchAll(KEYWORD)) {
    const key = word.toLowerCase();
    if (SAYING_LITTLE.has(key)) continue;
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { word, count: 1 });
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, 8)
    .map(({ word }) => word);
}

/** FNV-1a, 32 bits, for choosing between variants. Not for security. */
export function seedOf(text: string, ...numbers: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  for (const number of numbers) hash = Math.imul(hash ^ number, 0x01000193);
  return hash >>> 0;
}
