import busboy from 'busboy';
import type { RequestHandler } from 'express';
import { Refusal } from '../platform/errors.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 10_000;

/**
 * Reads a multipart upload into the body that JSON would have had: the one file becomes `imageBase64` as bytes, `tags` a
 * list. The file's own name and type are not trusted and not kept.
 */
export function multipartBody(maxFileBytes: number): RequestHandler {
  return (req, _res, next) => {
    if (!req.is('multipart/form-data')) return next();
    let settled = false;
    const settle = (error?: Error) => {
      if (settled) return;
      settled = true;
      req.unpipe(parser);
      if (error) req.resume();
      next(error);
    };
    const malformed = () => settle(new Refusal('BAD_REQUEST', 'The multipart body is malformed.'));

    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: req.headers,
        limits: {
          files: 1,
          fileSize: maxFileBytes,
          fields: MAX_FIELDS,
          fieldSize: MAX_FIELD_BYTES,
          parts: MAX_FIELDS + 1,
        },
      });
    } catch {
      throw new Refusal('BAD_REQUEST', 'The multipart body has no usable boundary.');
    }

    const body: Record<string, unknown> = {};
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated) return settle(new Refusal('PAYLOAD_TOO_LARGE', 'A form field is too long.'));
      if (!name || Object.hasOwn(body, name) || name === '__proto__') return malformed();
      // What the parser puts in the place of bytes it cannot read.
      if (value.includes('\uFFFD') || name.includes('\uFFFD')) {
        return settle(new Refusal('BAD_REQUEST', 'A form field is not valid UTF-8.'));
      }
      body[name] =
        name === 'tags'
          ? value
              .split(',')
              .map((tag) => tag.trim())
              .filter(Boolean)
          : value;
    });
    parser.on('file', (_name, file) => {
      const chunks: Buffer[] = [];
      file.on('error', malformed); // the body ended within the file; nobody listening would end the process
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      file.on('limit', () =>
        settle(new Refusal('PAYLOAD_TOO_LARGE', `The file is larger than ${maxFileBytes / 1e6} MB.`)),
      );
      file.on('end', () => {
        body.imageBase64 = Buffer.concat(chunks);
      });
    });
    parser.on('filesLimit', () => settle(new Refusal('BAD_REQUEST', 'Send one file.')));
    parser.on('fieldsLimit', malformed);
    parser.on('partsLimit', malformed);
    parser.on('error', malformed);
    parser.on('close', () => {
      req.body = body;
      settle();
    });
    req.on('aborted', malformed);
    req.pipe(parser);
  };
}
