import { createHash } from 'node:crypto';
import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Account } from '../../../customers/index.ts';
import type { TextDeployment, TextTask } from '../../../models/index.ts';
import { hasBreakpoints, withBreakpoint } from '../../../providers/index.ts';
import type { TaskRequest } from '../run-task.ts';
import type { PrefixMemory } from './prefix-memory.ts';

/**
 * Minimum characters of a prefix. Depending on the model, Anthropic caches prefixes of at least 512 to 4,096 tokens, and a
 * token of prose has about four characters.
 */
const SMALLEST_PREFIX = 4 * 4_096;
/**
 * Maximum number of prefix ends to remember. Anthropic looks for a cache entry in the 20 blocks before a breakpoint, so older
 * ends have no use.
 */
const MOST_ENDS = 20;

interface Sender {
  readonly runId: string;
  readonly account: Pick<Account, 'id'>;
  readonly deployment: Pick<TextDeployment, 'id' | 'provider'>;
  readonly task: Pick<TextTask, 'name' | 'version' | 'instructions'>;
}

/** End of a block: the indexes of its message and of its part. `part` is null if the message is one block. */
interface PrefixEnd {
  readonly message: number;
  readonly part: number | null;
  readonly hash: string;
}

/**
 * Sets a cache breakpoint after the longest prefix that the customer sent to this deployment in the last five minutes. The first
 * request with a prefix gets none: a write costs more than plain input, and only pays off if the prefix is repeated.
 *
 * Only for Anthropic, whose cache needs breakpoints. A caller's own breakpoints are kept.
 */
export function withRepeatedPrefix(request: TaskRequest, sender: Sender, memory: PrefixMemory): TaskRequest {
  if (sender.deployment.provider !== 'anthropic' || hasBreakpoints(request) || !isLong(request.prompt)) return request;
  const ends = endsOf(request, sender);
  const repeated = ends.findLast(({ hash }) => memory.wasSentBefore(sender.runId, hash));
  for (const { hash } of ends) memory.add(sender.runId, hash);
  return repeated ? { ...request, prompt: marked(request.prompt, repeated) } : request;
}

/** A cheap check before hashing, since most prompts are short. */
function isLong(prompt: LanguageModelV4Prompt): boolean {
  let length = 0;
  for (const message of prompt) {
    for (const block of blocksOf(message)) length += lengthOf(block);
    if (length >= SMALLEST_PREFIX) return true;
  }
  return false;
}

function endsOf({ prompt, tools }: TaskRequest, { account, deployment, task }: Sender): PrefixEnd[] {
  let hash = createHash('sha256')
    .update(JSON.stringify([account.id, deployment.id, task.name, task.version, tools]))
    .digest();
  let length = 0;
  const ends: PrefixEnd[] = [];
  for (const [message, { role, content }] of prompt.entries()) {
    for (const [part, block] of blocksOf(prompt[message]!).entries()) {
      hash = createHash('sha256').update(hash).update(role).update(JSON.stringify(block)).digest();
      length += lengthOf(block);
      if (length < SMALLEST_PREFIX) continue;
      ends.push({ message, part: typeof content === 'string' ? null : part, hash: hash.toString('base64url') });
    }
  }
  return ends.slice(-MOST_ENDS);
}

function blocksOf({ content }: LanguageModelV4Message): readonly unknown[] {
  return typeof content === 'string' ? [content] : content;
}

function lengthOf(block: unknown): number {
  if (typeof block === 'string') return block.length;
  const { text } = block as { text?: unknown };
  return typeof text === 'string' ? text.length : JSON.stringify(block).length;
}

function marked(prompt: LanguageModelV4Prompt, { message, part }: PrefixEnd): LanguageModelV4Prompt {
  return prompt.map((one, at): LanguageModelV4Message => {
    if (at !== message) return one;
    if (one.role === 'system' || part === null) return withBreakpoint(one, '5m');
    const content = (one.content as readonly object[]).map((block, place) =>
      place === part ? withBreakpoint(block, '5m') : block,
    );
    return { ...one, content } as LanguageModelV4Message;
  });
}
