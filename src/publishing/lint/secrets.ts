import { formatCount } from '../../platform/text/plural.ts';
import { PublishFindingKind } from '../publish-action.ts';
import { namedSecrets } from './named-secrets.ts';
import { SECRET_FORMS, type SecretForm } from './secret-forms.ts';
import { MAX_PER_TEXT, type TextFinder } from './text-finder.ts';

/** Finds keys, tokens and passwords by their format or context. Reports their kind and count, never the value. */
export const secrets: TextFinder = {
  kind: PublishFindingKind.SECRET,
  *find({ text, member }) {
    const counts = new Map<string, number>();
    const count = (name: string, times: number) => {
      if (times > 0) counts.set(name, (counts.get(name) ?? 0) + times);
    };
    for (const form of SECRET_FORMS) count(form.name, occurrences(text, form));
    // A secret with a known format is often preceded by `token=` as well, so its context is only checked if no format matched.
    if (counts.size === 0) count('a password or key, judging by its context', namedSecrets(text, member));
    let reported = 0;
    for (const [name, times] of counts) {
      if (++reported > MAX_PER_TEXT) return;
      yield `Seems to contain ${name}${times === 1 ? '' : `, ${formatCount(times, 'time')}`}.`;
    }
  },
};

/** Counts secrets of one format, in one pass per anchor. A matched secret isn’t scanned again in the same pass. */
function occurrences(text: string, { anchors, form }: SecretForm): number {
  let count = 0;
  for (const anchor of anchors) {
    let at = text.indexOf(anchor);
    while (at !== -1) {
      form.lastIndex = at;
      const isSecret = !continues(text, at) && form.test(text);
      if (isSecret) count += 1;
      at = text.indexOf(anchor, isSecret ? form.lastIndex : at + anchor.length);
    }
  }
  return count;
}

/** True if the character before this position belongs to the same word. */
function continues(text: string, at: number): boolean {
  if (at === 0) return false;
  const code = text.charCodeAt(at - 1);
  const isDigit = code >= 0x30 && code <= 0x39;
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return isDigit || isLetter || code === 0x5f || (code === 0x2d && text.charCodeAt(at) !== 0x2d);
}
