import type { ValueIssue } from '../platform/errors/errors.ts';
import { isId } from '../platform/ids.ts';
import { MAX_BULK } from './curating.inputs.ts';

/** What is wrong with the ids of pictures that are to be changed together. Whether there are such pictures is another matter. */
export function assetIdIssues(ids: readonly string[]): ValueIssue[] {
  if (ids.length === 0) return [{ pointer: '/ids', detail: 'Name at least one asset.' }];
  if (ids.length > MAX_BULK) {
    const detail = `At most ${MAX_BULK} assets at once; there were ${ids.length}. Send several requests.`;
    return [{ pointer: '/ids', detail }];
  }
  const first = new Map<string, number>();
  return ids.flatMap((id, index): ValueIssue[] => {
    const pointer = `/ids/${index}`;
    if (!isId('asset', id)) return [{ pointer, detail: 'This is no id of an asset. They begin with `ast_`.' }];
    const earlier = first.get(id);
    if (earlier !== undefined) return [{ pointer, detail: `It is the same as \`/ids/${earlier}\`. Send it once.` }];
    first.set(id, index);
    return [];
  });
}
