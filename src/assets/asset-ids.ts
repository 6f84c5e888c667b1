import type { ValueIssue } from '../platform/errors/errors.ts';
import { MAX_BULK } from './curating.inputs.ts';

/** Issues of the list of pictures to change together. An id that names no picture is no issue of the list: it is answered by itself. */
export function assetIdIssues(ids: readonly string[]): ValueIssue[] {
  if (ids.length === 0) return [{ pointer: '/ids', detail: 'Name at least one asset.' }];
  if (ids.length > MAX_BULK) {
    const detail = `At most ${MAX_BULK} assets at once; there were ${ids.length}. Send several requests.`;
    return [{ pointer: '/ids', detail }];
  }
  const first = new Map<string, number>();
  return ids.flatMap((id, index): ValueIssue[] => {
    const pointer = `/ids/${index}`;
    const earlier = first.get(id);
    if (earlier !== undefined) return [{ pointer, detail: `It is the same as \`/ids/${earlier}\`. Send it once.` }];
    first.set(id, index);
    return [];
  });
}
