import type { RequestHandler } from 'express';
import { malformedMultipart, readMultipart } from '../platform/http/multipart.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 10_000;

/**
 * Converts a multipart upload to the body that JSON would have: the file becomes `imageBase64` as bytes, and `tags` a list. The
 * file's own name and type are neither trusted nor stored.
 */
export function multipartBody(maxFileBytes: number): RequestHandler {
  return async (req, _res, next) => {
    if (!req.is('multipart/form-data')) return next();
    const body: Record<string, unknown> = {};
    await readMultipart(req, {
      maxFiles: 1,
      maxFileBytes,
      maxBytes: maxFileBytes,
      maxFields: MAX_FIELDS,
      maxFieldBytes: MAX_FIELD_BYTES,
      takeField(name, value) {
        if (Object.hasOwn(body, name) || name === '__proto__') throw malformedMultipart();
        body[name] = name === 'tags' ? listOf(value) : value;
      },
      takeFile(_name, bytes) {
        body.imageBase64 = bytes;
      },
    });
    req.body = body;
    next();
  };
}

const listOf = (value: string) =>
  value
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
