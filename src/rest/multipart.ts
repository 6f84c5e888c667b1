import type { RequestHandler } from 'express';
import type { Principal } from '../platform/auth/principal.ts';
import { type MultipartOptions, malformedMultipart, readMultipart } from '../platform/http/multipart.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 10_000;

/** File of a form. The name is the one that the client states. */
export interface FormFile {
  bytes: Buffer;
  fileName: string;
}

/** The multipart form that a route accepts as well as JSON. */
export interface UploadForm {
  /** JSON Schema of the form, for the documentation. */
  schema: object;
  limits(principal: Principal): Pick<MultipartOptions, 'maxFiles' | 'maxFileBytes' | 'maxBytes'>;
  /** Makes the body that JSON would have. */
  bodyOf(fields: Record<string, string>, files: readonly FormFile[]): Record<string, unknown>;
}

/** Converts a multipart upload to the body that JSON would have. Files are in memory until the response is sent. */
export function multipartBody({ limits, bodyOf }: UploadForm): RequestHandler {
  return async (req, res, next) => {
    if (!req.is('multipart/form-data')) return next();
    const fields: Record<string, string> = {};
    const files: FormFile[] = [];
    await readMultipart(req, {
      ...limits(res.locals.principal),
      maxFields: MAX_FIELDS,
      maxFieldBytes: MAX_FIELD_BYTES,
      takeField(name, value) {
        if (Object.hasOwn(fields, name) || name === '__proto__') throw malformedMultipart();
        fields[name] = value;
      },
      takeFile(_name, bytes, fileName) {
        files.push({ bytes, fileName });
      },
    });
    req.body = bodyOf(fields, files);
    next();
  };
}
