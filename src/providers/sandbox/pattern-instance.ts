/**
 * Maximum characters of the string. Limits nested counted groups such as `((a{1000}){1000}){1000}`, which are short but expand
 * without bound.
 */
const MOST_CHARACTERS = 2_000;
const MOST_GROUPS_DEPTH = 50;

/** Creates a string for a plain pattern: classes, repetitions, groups and alternatives. Other patterns get a best guess. */
export function patternInstance(pattern: string): string {
  const source = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  let at = 0;
  const alternatives = (depth: number): string => {
    const first = sequence(depth);
    while (source[at] === '|') {
      at++;
      sequence(depth);
    }
    return first;
  };
  const sequence = (depth: number): string => {
    let out = '';
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const one = atom(depth);
      out = repeated(out, one, repetitions());
    }
    return out;
  };
  const atom = (depth: number): string => {
    const character = source[at++]!;
    if (character === '(') {
      skipGroupName();
      if (depth >= MOST_GROUPS_DEPTH) {
        at = source.length;
        return '';
      }
      const inner = alternatives(depth + 1);
      at++;
      return inner;
    }
    if (character === '[') return oneOfClass();
    if (character === '\\') {
      const escaped = source[at++] ?? '';
      return ESCAPES.get(escaped) ?? escaped;
    }
    if (character === '.') return 'a';
    return character === '^' || character === '$' ? '' : character;
  };
  /** Skips the start of a group: `(?:`, `(?=`, `(?!`, `(?<=`, `(?<!` or `(?<name>`. */
  const skipGroupName = (): void => {
    const prefix = /^\?(?:<[A-Za-z_$][\w$]*>|<[=!]|.)/.exec(source.slice(at, at + 100))?.[0];
    at += prefix?.length ?? 0;
  };
  const oneOfClass = (): string => {
    const isNegated = source[at] === '^';
    if (isNegated) at++;
    const end = source.indexOf(']', at + 1);
    const content = source.slice(at, end < 0 ? source.length : end);
    at = end < 0 ? source.length : end + 1;
    if (!isNegated) return content[0] === '\\' ? (ESCAPES.get(content[1]!) ?? content[1] ?? '') : (content[0] ?? 'a');
    return OUTSIDE.find((one) => !isInClass(content, one)) ?? '~';
  };
  const repetitions = (): number => {
    const rest = source.slice(at, at + 40);
    const [whole, least] = /^\{(\d+)(?:,\d*)?\}\??/.exec(rest) ?? [];
    if (whole !== undefined) {
      at += whole.length;
      return Math.min(Number(least), 1_000);
    }
    const sign = /^[*+?]\??/.exec(rest)?.[0];
    if (sign === undefined) return 1;
    at += sign.length;
    return sign[0] === '+' ? 1 : 0;
  };
  return alternatives(0);
}

function repeated(before: string, one: string, times: number): string {
  const room = MOST_CHARACTERS - before.length;
  return one === '' || room <= 0 ? before : before + one.repeat(Math.min(times, Math.ceil(room / one.length)));
}

const OUTSIDE = ['a', '0', '-', '_', 'Z'];

function isInClass(content: string, character: string): boolean {
  try {
    return new RegExp(`[${content}]`, 'u').test(character);
  } catch {
    // The class isn't valid with the `u` flag, for example because its syntax is older. Any character is as good a guess.
    return false;
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['d', '0'],
  ['w', 'a'],
  ['s', ' '],
  ['D', 'a'],
  ['W', '-'],
  ['S', 'a'],
  ['b', ''],
  ['n', '\n'],
  ['t', '\t'],
]);
