import { randomBytes } from 'node:crypto';

/**
 * Reads OpenAI's chat dialect as other servers write it, and rewrites what the SDK packages would refuse. For example: a
 * streamed tool call without `index`, `role: ""`, arguments that are missing or an object, a `refusal` that isn't a string.
 * Lines in OpenAI's own form pass unchanged.
 */
export interface LooseReader {
  /** Takes bytes of the answer. Returns all bytes that can be passed on now, or null if more are needed first. */
  take(chunk: Buffer): Buffer | null;
  /** Returns the bytes that remain at the end of the answer. Null if none remain. */
  end(): Buffer | null;
}

export const looseReader = (isStream: boolean): LooseReader => (isStream ? new LooseEvents() : new LooseBody());

const NEWLINE = 10;
const DATA = 'data:';

/**
 * Matches text that may need rewriting and is therefore parsed. Most lines of a stream are pieces of the answer's text and
 * don't match.
 */
const MAY_BE_LOOSE = /"tool_calls"|"role":\s*""|"refusal":\s*(?!null|")\S/;
/** Last event of a stream, which isn't JSON. */
const END = /^data:\s*\[DONE\]/;
const HAS_CHOICES = /"choices":/;
const HAS_INDEX = /"index":/;

class LooseEvents implements LooseReader {
  readonly #calls = new StreamedCalls();
  #rest: Buffer | null = null;

  take(chunk: Buffer): Buffer | null {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    const rest = this.#rest;
    if (end === 0) {
      this.#rest = rest ? Buffer.concat([rest, chunk]) : chunk;
      return null;
    }
    this.#rest = end === chunk.length ? null : chunk.subarray(end);
    const lines = end === chunk.length ? chunk : chunk.subarray(0, end);
    return this.#repaired(rest ? Buffer.concat([rest, lines]) : lines);
  }

  end(): Buffer | null {
    const rest = this.#rest;
    this.#rest = null;
    return rest && this.#repaired(rest);
  }

  #repaired(bytes: Buffer): Buffer {
    // Latin-1 keeps byte offsets and is enough to find the ASCII patterns. Only lines that are rewritten are decoded as UTF-8.
    const ascii = bytes.toString('latin1');
    if (isPieceOfText(ascii)) return bytes;
    const pieces: Buffer[] = [];
    let done = 0;
    for (let start = 0; start < ascii.length; ) {
      const newline = ascii.indexOf('\n', start);
      const end = newline < 0 ? ascii.length : newline;
      const repaired = isLooseEvent(ascii.slice(start, end))
        ? this.#repairedLine(bytes.toString('utf8', start, end))
        : null;
      if (repaired !== null) {
        pieces.push(bytes.subarray(done, start), Buffer.from(repaired));
        done = end;
      }
      start = end + 1;
    }
    return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(done)]);
  }

  #repairedLine(line: string): string | null {
    const chunk = parsed(line.slice(DATA.length));
    if (!isObject(chunk)) return null;
    return repairMembers(chunk, 'delta', this.#calls) ? `${DATA} ${JSON.stringify(chunk)}` : null;
  }
}

class LooseBody implements LooseReader {
  readonly #chunks: Buffer[] = [];

  take(chunk: Buffer): null {
    this.#chunks.push(chunk);
    return null;
  }

  end(): Buffer | null {
    const bytes = Buffer.concat(this.#chunks);
    const text = bytes.toString('utf8');
    const body = isLoose(text) ? parsed(text) : null;
    return isObject(body) && repairMembers(body, 'message', new WholeCalls())
      ? Buffer.from(JSON.stringify(body))
      : bytes;
  }
}

/**
 * True if the bytes are one event that needs no rewriting, as in most reads of a stream. Checking this is cheaper than
 * `isLooseEvent`.
 */
function isPieceOfText(ascii: string): boolean {
  return (
    ascii.startsWith(DATA) &&
    !ascii.includes(DATA, DATA.length) &&
    ascii.includes('"choices":') &&
    ascii.includes('"index":') &&
    !ascii.includes('"role"') &&
    !ascii.includes('"refusal"') &&
    !ascii.includes('"tool_calls"')
  );
}

function isLooseEvent(line: string): boolean {
  return line.startsWith(DATA) && !END.test(line) && isLoose(line);
}

function isLoose(text: string): boolean {
  return MAY_BE_LOOSE.test(text) || !HAS_CHOICES.test(text) || !HAS_INDEX.test(text);
}

/** Converts a chunk or an answer to OpenAI's form, in place. @returns true if anything changed */
function repairMembers(value: Members, member: 'delta' | 'message', calls: ToolCalls): boolean {
  let isChanged = false;
  const { choices } = value;
  // The last chunk has only usage, and Mistral's package requires a choice in it. A chunk without usage may be an error, so it
  // isn't changed.
  if (member === 'delta' && isObject(value.usage) && (!Array.isArray(choices) || choices.length === 0)) {
    value.choices = [{ index: 0, delta: {}, finish_reason: null }];
    return true;
  }
  if (!Array.isArray(choices)) return false;
  for (const [at, choice] of choices.entries()) {
    if (!isObject(choice)) continue;
    if (typeof choice.index !== 'number') {
      choice.index = at;
      isChanged = true;
    }
    const message = choice[member];
    if (isObject(message) && repairMessage(message, calls)) isChanged = true;
  }
  return isChanged;
}

function repairMessage(message: Members, calls: ToolCalls): boolean {
  let isChanged = false;
  if (message.role === '') {
    message.role = 'assistant';
    isChanged = true;
  }
  if (message.refusal !== undefined && message.refusal !== null && typeof message.refusal !== 'string') {
    message.refusal = null;
    isChanged = true;
  }
  if (!Array.isArray(message.tool_calls)) return isChanged;
  for (const call of message.tool_calls) if (isObject(call) && calls.repair(call)) isChanged = true;
  return isChanged;
}

interface ToolCalls {
  repair(call: Members): boolean;
}

/** Repairs the tool calls of a complete answer. */
class WholeCalls implements ToolCalls {
  repair(call: Members): boolean {
    const isChanged = repairCall(call, '{}');
    return repairId(call) || isChanged;
  }
}

/**
 * Repairs tool calls that arrive in pieces. A piece without `index` continues the call with the id of the piece. If there is no
 * such call, a piece that is the first, or has an id or a name, starts a call. Any other piece continues the latest call.
 */
class StreamedCalls implements ToolCalls {
  readonly #ids = new Map<unknown, number>();
  #count = 0;
  #latest = 0;

  repair(call: Members): boolean {
    let isChanged = repairCall(call, '');
    if (typeof call.index !== 'number') {
      call.index = this.#ids.get(call.id) ?? (this.#isBeginning(call) ? this.#count : this.#latest);
      isChanged = true;
    }
    const place = call.index as number;
    if (place >= this.#count && repairId(call)) isChanged = true;
    if (isText(call.id)) this.#ids.set(call.id, place);
    this.#count = Math.max(this.#count, place + 1);
    this.#latest = place;
    return isChanged;
  }

  #isBeginning({ id, function: of }: Members): boolean {
    return this.#count === 0 || isText(id) || isText((of as Members).name);
  }
}

function repairId(call: Members): boolean {
  if (isText(call.id)) return false;
  call.id = `call_${randomBytes(12).toString('hex')}`;
  return true;
}

/** @param none arguments to use for a call that has none */
function repairCall(call: Members, none: string): boolean {
  let isChanged = false;
  if (call.type !== 'function') {
    call.type = 'function';
    isChanged = true;
  }
  if (!isObject(call.function)) {
    call.function = {};
    isChanged = true;
  }
  const of = call.function as Members;
  if (typeof of.arguments !== 'string') {
    of.arguments = isObject(of.arguments) ? JSON.stringify(of.arguments) : none;
    isChanged = true;
  }
  return isChanged;
}

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
