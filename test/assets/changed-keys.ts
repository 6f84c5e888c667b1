import { foldTag } from '../../src/assets/tag-folding.ts';

/** Characters of a range, in hex, behind which the key of a key is another one. */
export function changedKeys(from: number, to: number): string[] {
  const changed: string[] = [];
  for (let code = from; code <= to; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const key = foldTag(`a${String.fromCodePoint(code)}`);
    if (foldTag(key) !== key) changed.push(code.toString(16));
  }
  return changed;
}
