import { PublishChannel } from '../publish-action.ts';
import { MAX_TARGETS } from '../targets.ts';
import type { ExternalToolMark } from './external-tool-marks.ts';

/** The distinct recipients of a tool call, or a sentence that says why they can’t be read from its arguments. */
export function targetsIn(
  args: Readonly<Record<string, unknown>>,
  { channel, targetPointers, targetPrefix }: Pick<ExternalToolMark, 'channel' | 'targetPointers' | 'targetPrefix'>,
): { targets: string[] } | { fault: string } {
  const targets = new Map<string, string>();
  for (const pointer of targetPointers) {
    const value = valueAt(args, pointer);
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one !== 'string' && typeof one !== 'number') {
        return { fault: `The recipient at \`${pointer}\` must be a text or a list of texts.` };
      }
      for (const name of namesIn(String(one), channel)) {
        const target = targetPrefix + name;
        // Targets that differ only in case count as one, except for CRM records, as in `targetIssues`.
        targets.set(channel === PublishChannel.CRM ? target : target.toLowerCase(), target);
        if (targets.size > MAX_TARGETS) return { fault: `The call has more than ${MAX_TARGETS} recipients.` };
      }
    }
  }
  if (targets.size === 0) {
    return { fault: `The call names no recipient. Set one of: ${targetPointers.join(', ')}.` };
  }
  return { targets: [...targets.values()] };
}

/** Value at a JSON pointer (RFC 6901) in a tool’s arguments. Undefined if it doesn’t exist; inherited properties are ignored. */
function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/**
 * Splits a text into recipients. For email, a text can list several, such as `Ada <ada@example.org>, bob@example.org`. From a
 * phone number that begins with `+`, spaces and punctuation are removed.
 */
function namesIn(text: string, channel: PublishChannel): string[] {
  if (channel === PublishChannel.EMAIL) {
    return text
      .split(/[,;]/)
      .map((one) => (/<([^<>]*)>\s*$/.exec(one)?.[1] ?? one).trim())
      .filter((one) => one !== '');
  }
  if (channel === PublishChannel.MESSAGING && text.trim().startsWith('+')) return [text.replace(/[\s().-]/g, '')];
  return text.trim() === '' ? [] : [text.trim()];
}
