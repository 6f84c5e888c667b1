import type { ValueIssue } from '../platform/errors/errors.ts';
import { MAX_BULK } from './curating.inputs.ts';

/** Validates the ids of a bulk change. Ids of pictures that don't exist are valid here, because each id gets its own result. */
export function assetIdIssues(ids: readonly string[]): ValueIssue[] {
  if (ids.length === 0) return [{ pointer: '/ids', detail: 'Send the id of at least one picture.' }];
  if (ids.length > MAX_BULK) {
    const detail = `There are ${ids.length} ids, but one request can have at most ${MAX_BULK}. Send several requests.`;
    return [{ pointer: '/ids', detail }];
  }
  const first = new Map<string, number>();
  return ids.flatMap((id, index): ValueIssue[] => {
    const pointer = `/ids/${index}`;
    const earlier = first.get(id);
    if (earlier !== undefined)
      return [{ pointer, detail: `This id is the same as \`/ids/${earlier}\`. Send it once.` }];
    first.set(id, index);
    return [];
  });
}
