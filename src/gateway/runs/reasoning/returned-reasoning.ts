import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { type DeploymentEntry, ProviderName } from '../../../models/index.ts';

/** Reasoning of an answer with tool calls, which its provider needs back with their results. */
export interface ReturnedReasoning {
  /** Provider and model family. The reasoning is only sent to models of this family. */
  readonly family: string;
  /** DeepSeek's `reasoning_content`. Empty if it sent none, and for Gemini. */
  readonly text: string;
  /** Gemini's `thoughtSignature`, by the ids of the tool calls; null for a call without one. */
  readonly calls: readonly { readonly id: string; readonly signature: string | null }[];
}

const FAMILIES: ReadonlySet<ProviderName> = new Set([ProviderName.DEEPSEEK, ProviderName.GOOGLE]);

/** Provider and model family, such as `deepseek deepseek-v4`; null for providers that want no reasoning back. */
export function familyOf({ provider, model }: DeploymentEntry): string | null {
  return FAMILIES.has(provider) ? `${provider} ${model.split('-').slice(0, 2).join('-')}` : null;
}

/** Reasoning that the deployment's provider needs back in the next request. Null if it needs none. */
export function reasoningToReturn(
  deployment: DeploymentEntry,
  { text, calls }: Omit<ReturnedReasoning, 'family'>,
): ReturnedReasoning | null {
  const family = familyOf(deployment);
  if (family === null || calls.length === 0) return null;
  // Gemini's thoughts are summaries: it wants the signatures alone.
  const wanted = deployment.provider === ProviderName.GOOGLE ? '' : text;
  if (wanted === '' && calls.every(({ signature }) => signature === null)) return null;
  return { family, text: wanted, calls };
}

export function callIdsIn(prompt: LanguageModelV4Prompt): string[] {
  const ids = new Set<string>();
  for (const message of prompt) {
    if (message.role !== 'assistant') continue;
    for (const part of message.content) if (part.type === 'tool-call') ids.add(part.toolCallId);
  }
  return [...ids];
}

/**
 * A prompt with the reasoning that led to its tool calls, marked with the family it is for. Ids can repeat in a conversation: the
 * reasoning belongs to the last message with its calls.
 */
export function withReasoning(
  prompt: LanguageModelV4Prompt,
  found: readonly ReturnedReasoning[],
): LanguageModelV4Prompt {
  const left = new Set(found);
  return prompt
    .toReversed()
    .map((message): LanguageModelV4Message => {
      if (message.role !== 'assistant' || left.size === 0) return message;
      const ids = new Set(message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])));
      const reasoning = [...left].find(({ calls }) => calls.some(({ id }) => ids.has(id)));
      if (!reasoning) return message;
      left.delete(reasoning);
      return { ...message, content: reasoned(message.content, reasoning) };
    })
    .reverse();
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

function reasoned(content: AssistantContent, { family, text, calls }: ReturnedReasoning): AssistantContent {
  const signatures = new Map(calls.map(({ id, signature }) => [id, signature]));
  const parts = content.map((part): AssistantContent[number] => {
    const signature = part.type === 'tool-call' ? signatures.get(part.toolCallId) : undefined;
    return signature ? { ...part, providerOptions: { imprimatur: { family, signature } } } : part;
  });
  return text === '' ? parts : [{ type: 'reasoning', text, providerOptions: { imprimatur: { family } } }, ...parts];
}

interface FamilyMark {
  readonly family: string;
  readonly signature?: string;
}

/** Keeps the reasoning of the deployment's family, in the format of its package, and removes any other. */
export function reasoningFor(prompt: LanguageModelV4Prompt, deployment: DeploymentEntry): LanguageModelV4Prompt {
  const family = familyOf(deployment);
  return prompt.map((message): LanguageModelV4Message => {
    if (message.role !== 'assistant') return message;
    const content = message.content.flatMap((part): AssistantContent => {
      const mark = markOf(part.providerOptions);
      if (!mark) return [part];
      const { providerOptions: _, ...bare } = part;
      if (mark.family !== family) return part.type === 'reasoning' ? [] : [bare];
      return [mark.signature ? { ...bare, providerOptions: { google: { thoughtSignature: mark.signature } } } : bare];
    });
    return { ...message, content };
  });
}

/**
 * Mark with the model family that a part's reasoning is for. Undefined for parts without one, such as parts with a cache
 * breakpoint.
 */
function markOf(options: SharedV4ProviderOptions | undefined): FamilyMark | undefined {
  const mark = options?.imprimatur;
  return mark?.family === undefined ? undefined : (mark as unknown as FamilyMark);
}
