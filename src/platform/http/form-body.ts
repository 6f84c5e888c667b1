import type { Request, RequestHandler } from 'express';
import { Refusal } from '../errors/errors.ts';
import { isStorable } from '../errors/well-formed.ts';
import { isFromOwnPage } from './own-origin.ts';
import { readBody } from './read-body.ts';

/** Some fields of text. What is longer than that is no form of ours. */
const MAX_FORM_BYTES = 16_000;
const MAX_FIELDS = 50;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads what a form of ours has posted, for `formOf`. Whoever is signed in could be made to send it by another's page: what
 * does not come from a page of ours is refused before anything is read.
 *
 * @param publicUrl of the service
 */
export function formBody(publicUrl: string): RequestHandler {
  const ownOrigin = new URL(publicUrl).origin;
  return async (req, res, next) => {
    if (!isFromOwnPage(req, ownOrigin)) {
      throw new Refusal('FORBIDDEN', `This form is only taken from pages of ${ownOrigin}. Nothing was done.`);
    }
    if (!req.is('application/x-www-form-urlencoded')) {
      throw new Refusal(
        'UNSUPPORTED_MEDIA_TYPE',
        'Send the form as `Content-Type: application/x-www-form-urlencoded`.',
        {
          headers: { Accept: 'application/x-www-form-urlencoded' },
        },
      );
    }
    res.locals.form = parsed(await readBody(req, res, { maxBytes: MAX_FORM_BYTES }));
    next();
  };
}

/** What a form has posted: text by the name of its field. */
export class Form {
  readonly #fields: ReadonlyMap<string, string>;

  constructor(fields: ReadonlyMap<string, string>) {
    this.#fields = fields;
  }

  /** A field as it was typed, whatever that is: a password. Empty where it was left out. */
  exact(name: string): string {
    return this.#fields.get(name) ?? '';
  }

  /**
   * A field without the spaces around it. Empty where it was left out.
   * @throws Refusal BAD_REQUEST for what PostgreSQL can't hold: most of them are looked up or stored
   */
  text(name: string): string {
    const text = this.exact(name).trim();
    if (isStorable(text)) return text;
    throw new Refusal('BAD_REQUEST', `The field ${name} contains a NUL character. Remove it.`);
  }
}

/** The form that `formBody` has read. */
export function formOf(req: Request): Form {
  return req.res!.locals.form as Form;
}

function parsed(bytes: Buffer): Form {
  let text: string;
  try {
    text = decoder.decode(bytes);
    // `URLSearchParams` would put other characters in the place of what is no UTF-8.
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal('BAD_REQUEST', 'The form is not valid UTF-8.');
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw new Refusal('BAD_REQUEST', 'The form has a field twice.');
    if (fields.size === MAX_FIELDS)
      throw new Refusal('PAYLOAD_TOO_LARGE', `The form has more than ${MAX_FIELDS} fields.`);
    fields.set(name, value);
  }
  return new Form(fields);
}
