import type { Request, Response } from 'express';
import { can, type Principal } from '../../platform/auth/principal.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import type { FairTurns } from '../../platform/http/fair-turns.ts';
import { excessOf, MAX_JSON_DEPTH } from '../../platform/http/json-values.ts';
import { readBody } from '../../platform/http/read-body.ts';
import { RequestMemory } from '../../platform/http/request-memory.ts';
import { countedCaller } from '../../platform/limits/counted-caller.ts';
import { InvalidParameter } from './errors.ts';
import { isObject, type Members } from './values.ts';

/** Maximum bytes of a body. Two million tokens are about eight megabytes of English, and more in other scripts as JSON. */
export const MAX_BODY_BYTES = 16_000_000;
/** Maximum bytes of a body from callers who can't run tasks and only use the sandbox. */
export const MAX_ANONYMOUS_BODY_BYTES = 64_000;
/** Maximum number of JSON values in a body. A long conversation with many tools has a few thousand. */
const MAX_VALUES = 100_000;
/** Maximum bytes of a body that is parsed without waiting for its turn. Parsing it takes well under a millisecond. */
const LIGHT_BYTES = 64_000;
/** Maximum bytes that all large bodies of callers who can run tasks can take in memory. */
const MAX_HELD_BYTES = 256_000_000;

export interface ReadOptions {
  /** Memory for bodies of callers who can't run tasks. */
  readonly heldBytes: RequestMemory;
  readonly turns: FairTurns;
}

/** Reads request bodies as JSON objects. */
export class JsonReader {
  readonly #limited: RequestMemory;
  readonly #known = new RequestMemory(MAX_HELD_BYTES);
  readonly #turns: FairTurns;

  constructor({ heldBytes, turns }: ReadOptions) {
    this.#limited = heldBytes;
    this.#turns = turns;
  }

  /**
   * A large body waits for its turn, since parsing it delays other requests.
   * @throws Refusal
   */
  async read(req: Request, res: Response, principal: Principal): Promise<Members> {
    assertJson(req.headers['content-type']);
    // Callers without this permission only use the sandbox, with or without a credential.
    const isLimited = !can(principal, 'tasks:run');
    const bytes = await readBody(req, res, {
      maxBytes: isLimited ? MAX_ANONYMOUS_BODY_BYTES : MAX_BODY_BYTES,
      ...this.#heldFor(req, isLimited),
    });
    if (bytes.length > LIGHT_BYTES) await this.#turns.take(countedCaller(principal, req.ip ?? ''));
    return parsed(bytes);
  }

  #heldFor({ headers }: Request, isLimited: boolean): { heldBytes?: RequestMemory } {
    if (isLimited) return { heldBytes: this.#limited };
    const isLight = Number(headers['content-length']) <= LIGHT_BYTES && headers['content-encoding'] === undefined;
    return isLight ? {} : { heldBytes: this.#known };
  }
}

/** Spellings of the media type that clients use. RFC 8259 allows no charset but UTF-8. */
const JSON_TYPE = /^application\/json *(; *charset="?utf-?8"? *)?$/i;

function assertJson(type: string | undefined): void {
  if (type === 'application/json' || (type !== undefined && JSON_TYPE.test(type))) return;
  throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as `Content-Type: application/json`, in UTF-8.', {
    headers: { Accept: 'application/json' },
  });
}

/** Removes a byte order mark, and throws for invalid UTF-8. */
const decoder = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Buffer): Members {
  const excess = excessOf(bytes, MAX_VALUES);
  if (excess === 'DEPTH') throw new InvalidParameter(null, `The body is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  if (excess === 'VALUES') {
    throw new Refusal(
      'PAYLOAD_TOO_LARGE',
      `The body has too many JSON values. The maximum is ${MAX_VALUES.toLocaleString('en')}.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw new InvalidParameter(null, 'The body is not valid JSON in UTF-8.', 'invalid_json');
  }
  if (!isObject(value)) throw new InvalidParameter(null, 'The body must be a JSON object.', 'invalid_json');
  return value;
}
