import type { Request, RequestHandler } from 'express';
import { credentialsFor } from '../../auth/access.ts';
import { can, isAnonymous } from '../../auth/principal.ts';
import { badUserInput, Refusal, unauthenticated } from '../../errors/errors.ts';
import { fileLimitsOf, MAX_FILES } from '../../http/file-limits.ts';
import { parsedJson } from '../../http/json-body.ts';
import { readMultipart } from '../../http/multipart.ts';
import { REGISTRY } from '../../registry.ts';

const MAX_FIELD_BYTES = 200_000;
const MAX_PATH_LENGTH = 200;

/** Headers that a browser sends for a page of another origin only after a preflight request. */
const PREFLIGHTED = [
  'authorization',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'graphql-require-preflight',
];

const HOW = 'See https://github.com/jaydenseric/graphql-multipart-request-spec.';

/**
 * Converts a GraphQL multipart request to the equivalent JSON body, with the bytes of each file in the variables that the part
 * `map` names. Checks the caller's permission before reading. An interrupted request leaves nothing behind.
 */
export const uploadBody: RequestHandler = async (req, res, next) => {
  assertPreflighted(req);
  const { principal } = res.locals;
  if (isAnonymous(principal)) throw unauthenticated(credentialsFor(REGISTRY.permissions.get('requests:files')!.roles));
  if (!can(principal, 'requests:files') && !can(principal, 'requests:large'))
    throw new Refusal(
      'FORBIDDEN',
      "Your credential doesn't allow sending files. Use one with the permission `requests:files`.",
    );

  let body: Record<string, unknown> | undefined;
  let files: Map<string, string[]> | undefined;
  const missing = new Set<string>();
  await readMultipart(req, {
    ...fileLimitsOf(principal),
    maxFields: 2,
    maxFieldBytes: MAX_FIELD_BYTES,
    takeField(name, value) {
      if (name === 'operations' && !body) body = operationsOf(value);
      else if (name === 'map' && body && !files) {
        files = mapOf(value);
        for (const [file, paths] of files) {
          missing.add(file);
          for (const path of paths) placeAt(body, path);
        }
      } else throw new Refusal('BAD_REQUEST', `Send \`operations\`, then \`map\`, then the files. ${HOW}`);
    },
    expectFile(name) {
      if (!missing.has(name))
        throw new Refusal('BAD_REQUEST', `A file isn't listed in \`map\`, or was sent before \`map\`. ${HOW}`);
    },
    takeFile(name, bytes) {
      missing.delete(name);
      for (const path of files!.get(name)!) placeAt(body!, path).put(bytes);
    },
  });
  if (!body || !files) throw new Refusal('BAD_REQUEST', `The form has no \`operations\` or no \`map\`. ${HOW}`);
  if (missing.size > 0)
    throw new Refusal(
      'BAD_REQUEST',
      "A file listed in `map` isn't in the form. Send every listed file, or remove it from `map`.",
    );
  req.body = body;
  // The following handlers treat the body like a JSON body.
  req.headers['content-type'] = 'application/json';
  next();
};

function assertPreflighted(req: Request): void {
  if (PREFLIGHTED.some((name) => req.headers[name])) return;
  throw new Refusal(
    'BAD_REQUEST',
    'A form can come from a page of any origin. Send `Authorization`, or the header `Apollo-Require-Preflight: true`.',
  );
}

function operationsOf(text: string): Record<string, unknown> {
  const operations = parsedJson(Buffer.from(text));
  if (isObject(operations) && !Array.isArray(operations)) return operations;
  throw new Refusal(
    'BAD_REQUEST',
    '`operations` must be one operation as JSON: an object with `query` and `variables`.',
  );
}

function mapOf(text: string): Map<string, string[]> {
  const map = parsedJson(Buffer.from(text));
  const files = isObject(map) && !Array.isArray(map) ? Object.entries(map) : [];
  if (files.length === 0)
    throw new Refusal(
      'BAD_REQUEST',
      `\`map\` is empty. For each file, it must list the paths of the variables that take the file. ${HOW}`,
    );
  if (files.length > MAX_FILES) throw new Refusal('BAD_REQUEST', `Send at most ${MAX_FILES} files.`);
  const taken = new Set<string>();
  for (const [, paths] of files) {
    if (!Array.isArray(paths) || paths.length === 0 || paths.length > MAX_FILES) throw misplaced();
    for (const path of paths) {
      if (typeof path !== 'string' || path.length > MAX_PATH_LENGTH || taken.has(path)) throw misplaced();
      taken.add(path);
    }
  }
  return new Map(files as [string, string[]][]);
}

/** Finds the variable at a path of the part `map`. @throws Refusal unless its value is null */
function placeAt(body: Record<string, unknown>, path: string): { put(bytes: Buffer): void } {
  const [first, ...rest] = path.split('.');
  const last = rest.pop();
  if (first !== 'variables' || last === undefined) throw misplaced();
  let holder: unknown = body.variables;
  for (const key of rest) holder = isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (!isObject(holder) || !Object.hasOwn(holder, last) || holder[last] !== null) throw misplaced();
  const place = holder;
  return {
    put(bytes) {
      place[last] = bytes;
    },
  };
}

const misplaced = () =>
  badUserInput(`Each path in \`map\` must lead to a null in \`variables\`, e.g. \`variables.input.file\`. ${HOW}`);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
