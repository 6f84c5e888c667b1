export interface JsonChange {
  readonly operation: 'ADD' | 'REMOVE' | 'REPLACE';
  /** JSON pointer (RFC 6901) to the changed value in the later document; for a removed value, in the earlier document. */
  readonly pointer: string;
  /** Value before the change. Null for an added value. */
  readonly before: unknown;
  /** Value after the change. Null for a removed value. */
  readonly after: unknown;
}

/** Lists the differences of two JSON documents, in the order of the later one. */
export function documentChanges(before: unknown, after: unknown, pointer = ''): JsonChange[] {
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, pointer);
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...names].flatMap((name) => {
      const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!Object.hasOwn(before, name)) return [added(at, after[name])];
      if (!Object.hasOwn(after, name)) return [removed(at, before[name])];
      return documentChanges(before[name], after[name], at);
    });
  }
  return before === after ? [] : [{ operation: 'REPLACE', pointer, before, after }];
}

/**
 * Compares two lists. If all elements of both lists have different names, elements with the same name are compared, otherwise
 * those at the same position.
 */
function listChanges(before: readonly unknown[], after: readonly unknown[], pointer: string): JsonChange[] {
  const earlier = byName(before);
  const later = byName(after);
  if (earlier && later) {
    return [
      ...[...later].flatMap(([name, [index, value]]) => {
        const at = `${pointer}/${index}`;
        const old = earlier.get(name);
        return old ? documentChanges(old[1], value, at) : [added(at, value)];
      }),
      ...[...earlier]
        .filter(([name]) => !later.has(name))
        .map(([, [index, value]]) => removed(`${pointer}/${index}`, value)),
    ];
  }
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const at = `${pointer}/${index}`;
    if (index >= before.length) return [added(at, after[index])];
    if (index >= after.length) return [removed(at, before[index])];
    return documentChanges(before[index], after[index], at);
  }).flat();
}

/**
 * Maps the elements of a list by their names (`id`, `name` or `task`). Null if an element has no name, or two have the same name.
 */
function byName(list: readonly unknown[]): Map<string, readonly [index: number, value: unknown]> | null {
  if (list.length === 0) return new Map();
  for (const member of ['id', 'name', 'task']) {
    const named = new Map<string, readonly [number, unknown]>();
    for (const [index, value] of list.entries()) {
      const name = isObject(value) ? value[member] : undefined;
      if (typeof name === 'string') named.set(name, [index, value]);
    }
    if (named.size === list.length) return named;
  }
  return null;
}

const added = (pointer: string, after: unknown): JsonChange => ({ operation: 'ADD', pointer, before: null, after });
const removed = (pointer: string, before: unknown): JsonChange => ({
  operation: 'REMOVE',
  pointer,
  before,
  after: null,
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
