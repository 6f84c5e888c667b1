import type { ValueIssue } from '../platform/errors/errors.ts';
import { PublishChannel } from './publish-action.ts';

/**
 * Maximum number of recipients of an action. With more, it is a campaign whose recipients an approver can’t review one by one.
 */
export const MAX_TARGETS = 1_000;
/** Maximum length of an email address: RFC 5321, section 4.5.3.1.3, without the angle brackets. */
const MAX_ADDRESS_LENGTH = 254;

/**
 * Email address: a dot-atom of RFC 5322 at a host name of two or more labels. Comments, quotes and IP literals aren’t allowed,
 * because programs parse them differently.
 */
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}){0,16}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,16}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;
/**
 * Phone number in the format of ITU-T E.164, with 7 to 15 digits. Shorter numbers aren’t accepted, because they are probably
 * incomplete.
 */
const NUMBER = /^\+[1-9][0-9]{6,14}$/;
const HANDLE = /^@[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;
const RECORD = /^[A-Za-z][A-Za-z0-9_.-]{0,63}\/[A-Za-z0-9](?:[A-Za-z0-9_.:-]{0,127})$/;

const FORMS: Readonly<Record<PublishChannel, { fits: (target: string) => boolean; expected: string }>> = {
  [PublishChannel.EMAIL]: {
    fits: isAddress,
    expected: 'one plain e-mail address such as ada@example.org, with non-ASCII host names as `xn--…`',
  },
  [PublishChannel.MESSAGING]: {
    fits: (target) => NUMBER.test(target) || HANDLE.test(target),
    expected: 'an E.164 number such as +4915112345678, or a handle such as @ada',
  },
  [PublishChannel.CRM]: { fits: (target) => RECORD.test(target), expected: '`object/id`, such as contact/4711' },
};

/** Issues of an action’s targets: none or too many, an invalid format for the channel, or a duplicate. */
export function targetIssues(channel: PublishChannel, targets: readonly string[]): ValueIssue[] {
  if (targets.length === 0 || targets.length > MAX_TARGETS) {
    return [
      {
        pointer: '/targets',
        detail: `Give 1 to ${MAX_TARGETS.toLocaleString('en')} targets; ${targets.length} were given.`,
      },
    ];
  }
  const { fits, expected } = FORMS[channel];
  const seen = new Set<string>();
  return targets.flatMap((target, index): ValueIssue[] => {
    const pointer = `/targets/${index}`;
    if (!fits(target)) return [{ pointer, detail: `A target for ${channel} must be ${expected}.` }];
    const folded = channel === PublishChannel.CRM ? target : target.toLowerCase();
    if (seen.has(folded)) return [{ pointer, detail: 'This target is listed twice. List it once.' }];
    seen.add(folded);
    return [];
  });
}

function isAddress(target: string): boolean {
  return target.length <= MAX_ADDRESS_LENGTH && target.indexOf('@') <= 64 && ADDRESS.test(target);
}
