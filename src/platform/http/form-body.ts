import type { Request, RequestHandler } from 'express';
import { Refusal } from '../errors/errors.ts';
import { isStorable } from '../errors/well-formed.ts';
import { isFromOwnPage } from './own-origin.ts';
import { readBody } from './read-body.ts';

/** Maximum size of a posted form. The forms of the service have only a few text fields. */
const MAX_FORM_BYTES = 16_000;
const MAX_FIELDS = 50;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a posted form for `formOf`. First refuses requests from pages of other origins, because such a page could make a
 * signed-in user submit the form.
 * @param publicUrl public URL of the service
 */
export function formBody(publicUrl: string): RequestHandler {
  const ownOrigin = new URL(publicUrl).origin;
  return async (req, res, next) => {
    if (!isFromOwnPage(req, ownOrigin)) {
      throw new Refusal('FORBIDDEN', `This form is accepted only from pages of ${ownOrigin}. Nothing was done.`);
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

/** Fields of a posted HTML form by name. */
export class Form {
  readonly #fields: ReadonlyMap<string, string>;

  constructor(fields: ReadonlyMap<string, string>) {
    this.#fields = fields;
  }

  /** Returns the field's text exactly as typed, for passwords. Empty if the field is missing. */
  exact(name: string): string {
    return this.#fields.get(name) ?? '';
  }

  /**
   * Returns the field's text without surrounding white space. Empty if the field is missing.
   * @throws Refusal BAD_REQUEST for text that PostgreSQL can't store, because most fields are looked up or stored
   */
  text(name: string): string {
    const text = this.exact(name).trim();
    if (isStorable(text)) return text;
    throw new Refusal('BAD_REQUEST', `The field ${name} contains a NUL character. Remove it.`);
  }
}

/** Returns the form that the handler `formBody` has read from the request. */
export function formOf(req: Request): Form {
  return req.res!.locals.form as Form;
}

function parsed(bytes: Buffer): Form {
  let text: string;
  try {
    text = decoder.decode(bytes);
    // Fails for invalid UTF-8, which `URLSearchParams` would replace with other characters.
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal('BAD_REQUEST', 'The form is not valid UTF-8.');
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw new Refusal('BAD_REQUEST', 'The form has a field twice. Send each field once.');
    if (fields.size === MAX_FIELDS)
      throw new Refusal('PAYLOAD_TOO_LARGE', `The form has more than ${MAX_FIELDS} fields.`);
    fields.set(name, value);
  }
  return new Form(fields);
}
