import type { PublishAction } from '../publish-action.ts';
import type { PlacedText } from './text-finder.ts';

/**
 * Maximum length of a JSON pointer in a finding. A longer one is cut to an enclosing value, because member names can be
 * arbitrarily long.
 */
const MAX_POINTER_LENGTH_SHOWN = 500;

/**
 * Yields all texts of an action: tool, recipients, summary, and the member names and values of its arguments. Works at any depth,
 * without recursion.
 */
export function* textsOf(action: PublishAction): Generator<PlacedText> {
  yield { pointer: '/tool', text: action.tool, member: 'tool' };
  for (const [index, text] of action.targets.entries()) yield { pointer: `/targets/${index}`, text, member: null };
  yield { pointer: '/summary', text: action.summary, member: 'summary' };
  yield* textsIn(action.arguments, '/arguments');
}

interface PendingValue {
  readonly value: unknown;
  readonly pointer: string;
  readonly member: string | null;
}

function* textsIn(root: unknown, at: string): Generator<PlacedText> {
  const left: PendingValue[] = [{ value: root, pointer: at, member: null }];
  while (left.length > 0) {
    const { value, pointer, member } = left.pop()!;
    if (typeof value === 'string') yield { pointer, text: value, member };
    else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) {
        left.push({ value: value[index], pointer: within(pointer, String(index)), member });
      }
    } else if (typeof value === 'object' && value !== null) {
      const names = Object.keys(value);
      for (const name of names) yield { pointer: within(pointer, name), text: name, member: null };
      for (let index = names.length - 1; index >= 0; index--) {
        const name = names[index]!;
        left.push({ value: (value as Record<string, unknown>)[name], pointer: within(pointer, name), member: name });
      }
    }
  }
}

function within(pointer: string, name: string): string {
  if (pointer.length + name.length >= MAX_POINTER_LENGTH_SHOWN) return pointer;
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
