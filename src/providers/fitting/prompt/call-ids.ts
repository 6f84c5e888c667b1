import { hash } from 'node:crypto';
import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Changes } from '../changes.ts';

/** Form of tool call ids that a provider accepts. */
export interface CallIdForm {
  readonly pattern: RegExp;
  /** Length of a generated id, which consists of letters and digits. */
  readonly length: number;
}

/** Form for providers that document no other. OpenAI accepts at most 40 characters for older models. */
export const USUAL_CALL_IDS: CallIdForm = { pattern: /^[a-zA-Z0-9_-]{1,40}$/, length: 24 };

/**
 * Gives every tool call and its result a unique id in the provider's form. The id is derived from the caller's id, so a growing
 * conversation keeps its ids.
 */
export function withCallIds(prompt: LanguageModelV4Prompt, form: CallIdForm, changes: Changes): LanguageModelV4Prompt {
  const ids = new CallIds(form);
  const messages = prompt.map((message) => withIds(message, ids));
  if (ids.hasChanged) changes.note('CALL_IDS');
  return messages;
}

function withIds(message: LanguageModelV4Message, ids: CallIds): LanguageModelV4Message {
  if (message.role === 'assistant') {
    ids.beginTurn();
    const content = message.content.map((part) =>
      part.type === 'tool-call' ? { ...part, toolCallId: ids.ofCall(part.toolCallId) } : part,
    );
    return { ...message, content };
  }
  if (message.role !== 'tool') return message;
  const content = message.content.map((part) =>
    part.type === 'tool-result' ? { ...part, toolCallId: ids.ofResult(part.toolCallId) } : part,
  );
  return { ...message, content };
}

class CallIds {
  readonly #form: CallIdForm;
  readonly #used = new Set<string>();
  /** Ids of calls without a result, by the caller's id: those of the latest turn, in order. */
  readonly #waiting = new Map<string, string[]>();
  #inTurn = new Set<string>();
  hasChanged = false;

  constructor(form: CallIdForm) {
    this.#form = form;
  }

  beginTurn(): void {
    this.#inTurn = new Set();
  }

  ofCall(given: string): string {
    const id = this.#unused(given);
    if (!this.#inTurn.has(given)) this.#waiting.delete(given);
    this.#inTurn.add(given);
    const waiting = this.#waiting.get(given);
    if (waiting) waiting.push(id);
    else this.#waiting.set(given, [id]);
    return id;
  }

  ofResult(given: string): string {
    return this.#waiting.get(given)?.shift() ?? this.#unused(given);
  }

  #unused(given: string): string {
    let id = given;
    for (let times = 0; this.#used.has(id) || !this.#form.pattern.test(id); times++) {
      id = respelled(times === 0 ? given : `${given} ${times}`, this.#form.length);
      this.hasChanged = true;
    }
    this.#used.add(id);
    return id;
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Derives an id of letters and digits from the hash of another id. */
function respelled(id: string, length: number): string {
  const bytes = hash('sha256', id, 'buffer');
  let text = '';
  for (let at = 0; at < length; at++) text += ALPHABET[bytes[at]! % ALPHABET.length];
  return text;
}
