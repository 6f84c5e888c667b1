import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';

type TextChange = (text: string) => Promise<string>;
type MessagePart = Exclude<LanguageModelV4Message, { role: 'system' }>['content'][number];

/** Applies a change to every text of a prompt: messages, tool arguments and tool results. Files stay unchanged. */
export async function withTexts(prompt: LanguageModelV4Prompt, change: TextChange): Promise<LanguageModelV4Prompt> {
  const changed: LanguageModelV4Message[] = [];
  for (const message of prompt) {
    if (message.role === 'system') {
      changed.push({ ...message, content: await change(message.content) });
      continue;
    }
    const content: MessagePart[] = [];
    for (const part of message.content) content.push(await withPart(part, change));
    changed.push({ ...message, content } as LanguageModelV4Message);
  }
  return changed;
}

async function withPart(part: MessagePart, change: TextChange): Promise<MessagePart> {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { ...part, text: await change(part.text) };
    case 'tool-call':
      return { ...part, input: await withValue(part.input, change) };
    case 'tool-result':
      return { ...part, output: await withOutput(part.output, change) };
    case 'tool-approval-response':
      return part.reason === undefined ? part : { ...part, reason: await change(part.reason) };
    default:
      return part;
  }
}

async function withOutput(
  output: LanguageModelV4ToolResultOutput,
  change: TextChange,
): Promise<LanguageModelV4ToolResultOutput> {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { ...output, value: await change(output.value) };
    case 'json':
    case 'error-json':
      return { ...output, value: (await withValue(output.value, change)) as typeof output.value };
    case 'execution-denied':
      return output.reason === undefined ? output : { ...output, reason: await change(output.reason) };
    case 'content': {
      const value: typeof output.value = [];
      for (const part of output.value) {
        value.push(part.type === 'text' ? { ...part, text: await change(part.text) } : part);
      }
      return { ...output, value };
    }
  }
}

/** Smallest number that redaction examines. Smaller numbers aren't identifiers that it looks for. */
const LEAST_IDENTIFIER = 10_000_000;

/** Applies a change to a JSON value: its texts, member names, and numbers that may identify a person. */
async function withValue(value: unknown, change: TextChange): Promise<unknown> {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= LEAST_IDENTIFIER) {
    const written = String(value);
    const changed = await change(written);
    return changed === written ? value : changed;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await withValue(item, change));
    return items;
  }
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    members.push([await change(name), await withValue(member, change)]);
  }
  return Object.fromEntries(members);
}
