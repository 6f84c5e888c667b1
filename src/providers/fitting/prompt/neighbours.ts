import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { breakpointOf } from '../cache-breakpoints.ts';
import type { Changes } from '../changes.ts';

type Role = LanguageModelV4Message['role'];

/** Joins consecutive messages that have the same role, if this role is one of `roles`. */
export function joined(prompt: LanguageModelV4Prompt, roles: readonly Role[], changes: Changes): LanguageModelV4Prompt {
  const messages: LanguageModelV4Prompt = [];
  for (const message of prompt) {
    const last = messages.at(-1);
    const both = last && roles.includes(message.role) ? joinedPair(last, message) : null;
    if (both) {
      messages[messages.length - 1] = both;
      changes.note('NEIGHBOURS');
    } else messages.push(message);
  }
  return messages;
}

/** Joins two messages. Null if they can't be joined. */
function joinedPair(one: LanguageModelV4Message, other: LanguageModelV4Message): LanguageModelV4Message | null {
  const providerOptions = merged(one.providerOptions, other.providerOptions);
  if (one.role === 'system' && other.role === 'system') {
    return { ...one, content: `${one.content}\n\n${other.content}`, ...providerOptions };
  }
  if (one.role === 'system' || one.role !== other.role) return null;
  const content = [...one.content] as MessagePart[];
  const [first, ...rest] = other.content as MessagePart[];
  const last = content.at(-1);
  // Some packages concatenate the texts of a message without a separator.
  if (last?.type === 'text' && first?.type === 'text' && breakpointOf(last) !== null) {
    // The cached prefix ends between the two texts.
    content.push({ ...first, text: `\n\n${first.text}` });
  } else if (last?.type === 'text' && first?.type === 'text') {
    content[content.length - 1] = {
      ...last,
      text: `${last.text}\n\n${first.text}`,
      ...merged(last.providerOptions, first.providerOptions),
    };
  } else if (first) content.push(first);
  content.push(...rest);
  return { ...one, content, ...providerOptions } as LanguageModelV4Message;
}

type MessagePart = Exclude<LanguageModelV4Message, { role: 'system' }>['content'][number];

function merged(one: SharedV4ProviderOptions | undefined, other: SharedV4ProviderOptions | undefined) {
  return one || other ? { providerOptions: { ...one, ...other } } : {};
}
