import { PublishFindingKind } from '../publish-action.ts';
import { namedSecrets } from './named-secrets.ts';
import { SECRET_FORMS, type SecretForm } from './secret-forms.ts';
import { counted, MOST_OF_A_TEXT, type TextFinder } from './text-finder.ts';

/** Keys, tokens and passwords, by their form or by what stands before them: what it is and how often, never the value. */
export const secrets: TextFinder = {
  kind: PublishFindingKind.SECRET,
  *find({ text, member }) {
    const counts = new Map<string, number>();
    const count = (name: string, times: number) => {
      if (times > 0) counts.set(name, (counts.get(name) ?? 0) + times);
    };
    for (const form of SECRET_FORMS) count(form.name, occurrences(text, form));
    // What has a form of its own mostly stands after `token=`, too: it is told once.
    if (counts.size === 0) count('a password or key, by what stands before it', namedSecrets(text, member));
    let told = 0;
    for (const [name, times] of counts) {
      if (++told > MOST_OF_A_TEXT) return;
      yield `It looks as if it had ${name}${times === 1 ? '' : `, ${counted(times, 'time')}`}.`;
    }
  },
};

/** Each place is looked at once: what was recognised is not looked at again, and what was not costs no more than its form. */
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

/** Whether what stands here goes on from before, and so does not begin here. */
function continues(text: string, at: number): boolean {
  if (at === 0) return false;
  const code = text.charCodeAt(at - 1);
  const isDigit = code >= 0x30 && code <= 0x39;
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return isDigit || isLetter || code === 0x5f || (code === 0x2d && text.charCodeAt(at) !== 0x2d);
}
