import { PublishChannel } from '../publish-action.ts';

/** A parsed pattern of targets. It matches exactly one target, or all targets with a prefix or suffix. */
interface TargetPattern {
  readonly channel: PublishChannel;
  readonly form: 'EXACT' | 'BEGINS' | 'ENDS';
  /** Text to compare with targets. In lower case, except for CRM records. */
  readonly text: string;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const LOCAL_PART = /^[^\s@,;<>"]{1,64}$/;
const NUMBER = /^\+[1-9][0-9]{0,14}$/;
const HANDLE = /^@[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;
const OBJECT = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const RECORD_ID = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/;

/** Valid formats of a pattern by channel, for error messages. */
export const PATTERN_FORMS: Readonly<Record<PublishChannel, string>> = {
  [PublishChannel.EMAIL]:
    '`ada@example.org`, `*@example.org` for a domain, or `*.example.org` for all domains below one',
  [PublishChannel.MESSAGING]: '`+4915112345678`, `+49*` for numbers with this prefix, or a handle such as `@ada`',
  [PublishChannel.CRM]: '`contact/4711`, or `contact/*` for all records of one object',
};

/** Parses a pattern of targets for one channel. Null if the pattern isn’t valid for this channel. */
export function patternIn(channel: PublishChannel, pattern: string): TargetPattern | null {
  switch (channel) {
    case PublishChannel.EMAIL:
      return emailPattern(pattern.toLowerCase());
    case PublishChannel.MESSAGING:
      return messagingPattern(pattern.toLowerCase());
    case PublishChannel.CRM:
      return recordPattern(pattern);
  }
}

function emailPattern(pattern: string): TargetPattern | null {
  const channel = PublishChannel.EMAIL;
  if (pattern.startsWith('*.') && HOST.test(pattern.slice(2))) {
    return { channel, form: 'ENDS', text: pattern.slice(1) };
  }
  const at = pattern.lastIndexOf('@');
  if (at === -1 || !HOST.test(pattern.slice(at + 1))) return null;
  const name = pattern.slice(0, at);
  if (name === '*') return { channel, form: 'ENDS', text: pattern.slice(at) };
  return LOCAL_PART.test(name) && !name.includes('*') ? { channel, form: 'EXACT', text: pattern } : null;
}

function messagingPattern(pattern: string): TargetPattern | null {
  const channel = PublishChannel.MESSAGING;
  if (pattern.endsWith('*')) {
    const text = pattern.slice(0, -1);
    return NUMBER.test(text) ? { channel, form: 'BEGINS', text } : null;
  }
  const isOne = (NUMBER.test(pattern) && pattern.length >= 8) || HANDLE.test(pattern);
  return isOne ? { channel, form: 'EXACT', text: pattern } : null;
}

function recordPattern(pattern: string): TargetPattern | null {
  const channel = PublishChannel.CRM;
  const slash = pattern.indexOf('/');
  if (slash === -1 || !OBJECT.test(pattern.slice(0, slash))) return null;
  const id = pattern.slice(slash + 1);
  if (id === '*') return { channel, form: 'BEGINS', text: pattern.slice(0, slash + 1) };
  return RECORD_ID.test(id) ? { channel, form: 'EXACT', text: pattern } : null;
}

/** Channels for which a pattern is valid; usually one. */
export function channelsOf(pattern: string): PublishChannel[] {
  return Object.values(PublishChannel).filter((channel) => patternIn(channel, pattern) !== null);
}

/** True if a pattern matches a target of this channel. */
export function fitsPattern(channel: PublishChannel, target: string, pattern: string): boolean {
  const parsed = patternIn(channel, pattern);
  if (!parsed) return false;
  const folded = channel === PublishChannel.CRM ? target : target.toLowerCase();
  return matchesTarget(folded, parsed);
}

function matchesTarget(target: string, { form, text }: Pick<TargetPattern, 'form' | 'text'>): boolean {
  if (form === 'EXACT') return target === text;
  return form === 'BEGINS' ? target.startsWith(text) : target.endsWith(text);
}

/** True if the pattern `wider` matches every target that the pattern `narrower` matches. */
export function coversPattern(wider: string, narrower: string): boolean {
  const channels = channelsOf(narrower);
  return (
    channels.length > 0 &&
    channels.every((channel) => {
      const [outer, inner] = [patternIn(channel, wider), patternIn(channel, narrower)!];
      if (!outer || (outer.form === 'EXACT' && inner.form !== 'EXACT')) return false;
      return matchesTarget(inner.text, outer);
    })
  );
}

/**
 * Matches a pattern of tool names: a name such as `send_email`, `crm_*` for all names with this prefix, or `*` for all names.
 */
export const TOOL_PATTERN = /^(?:\*|[A-Za-z][A-Za-z0-9_.:/-]{0,127}\*?)$/;

export function fitsTool(tool: string, pattern: string): boolean {
  const [name, wanted] = [tool.toLowerCase(), pattern.toLowerCase()];
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}

/** True if the tool pattern `wider` matches every tool that the pattern `narrower` matches. */
export function coversTool(wider: string, narrower: string): boolean {
  if (!wider.endsWith('*')) return wider.toLowerCase() === narrower.toLowerCase();
  return narrower.toLowerCase().startsWith(wider.slice(0, -1).toLowerCase());
}
