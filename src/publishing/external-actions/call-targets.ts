import { PublishChannel } from '../publish-action.ts';
import { MAX_TARGETS } from '../targets.ts';
import type { ExternalToolMark } from './external-tool-marks.ts';

/** Whom a call would reach, each once, or what is wrong with how they are named, in a sentence. */
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
        return { fault: `\`${pointer}\` names whom it reaches, and is no text and no list of texts.` };
      }
      for (const name of namesIn(String(one), channel)) {
        const target = targetPrefix + name;
        // As they are compared where they are checked: of two spellings of one the first is kept.
        targets.set(channel === PublishChannel.CRM ? target : target.toLowerCase(), target);
        if (targets.size > MAX_TARGETS) return { fault: `It would reach more than ${MAX_TARGETS} recipients.` };
      }
    }
  }
  if (targets.size === 0) {
    return { fault: `Nobody is named whom it would reach: that stands at ${targetPointers.join(', ')}.` };
  }
  return { targets: [...targets.values()] };
}

/** RFC 6901. Undefined where nothing stands; of what an object only inherits nothing is taken. */
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

/** Tools take `Ada <ada@example.org>, bob@example.org` in one text, and numbers as people write them. */
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
