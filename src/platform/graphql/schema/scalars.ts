import { GraphQLError, GraphQLID, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';

/** Maximum characters of an id in arguments: twice the length of the longest id. */
const MAX_ID_LENGTH = 64;

/**
 * Limits the length of ids in arguments and inputs, so that no long text reaches the database as an id. Changes the `ID` scalar
 * of graphql-js, because TypeGraphQL always uses that one.
 */
export function boundIds(): void {
  const { parseValue, parseLiteral } = plainId;
  GraphQLID.parseValue = (value) => boundedId(parseValue(value));
  GraphQLID.parseLiteral = (node, variables) => boundedId(parseLiteral(node, variables));
}

const plainId = { parseValue: GraphQLID.parseValue, parseLiteral: GraphQLID.parseLiteral };

function boundedId(id: string): string {
  if (id.length <= MAX_ID_LENGTH) return id;
  throw new GraphQLError(`The id is longer than ${MAX_ID_LENGTH} characters.`, {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

/**
 * Replaces the error for an invalid time by one that states the expected format. The most frequent mistake is a date without a
 * time.
 */
export function explainTimes(): void {
  GraphQLDateTime.parseValue = (value) => explained(() => plainTime.parseValue(value));
  GraphQLDateTime.parseLiteral = (node, variables) => explained(() => plainTime.parseLiteral(node, variables));
}

const plainTime = { parseValue: GraphQLDateTime.parseValue, parseLiteral: GraphQLDateTime.parseLiteral };

function explained(parse: () => Date): Date {
  try {
    return parse();
  } catch {
    throw new GraphQLError('Expected a date, a time and a time zone (RFC 3339), such as `2026-11-29T09:30:00Z`.', {
      extensions: { code: 'BAD_USER_INPUT' },
    });
  }
}

const HEX_DIGEST = /^[0-9a-f]{64}$/i;

/** A SHA-256 digest in hex. Input in upper case is accepted and returned in lower case. */
export const Sha256 = new GraphQLScalarType<string, string>({
  name: 'Sha256',
  description: 'A SHA-256 digest as 64 lower-case hex digits.',
  serialize: (value) => String(value),
  parseValue: parseDigest,
  parseLiteral: (node) => parseDigest(node.kind === Kind.STRING ? node.value : null),
});

function parseDigest(value: unknown): string {
  if (typeof value !== 'string' || !HEX_DIGEST.test(value)) {
    throw new GraphQLError('A SHA-256 digest must have 64 hex digits.', { extensions: { code: 'BAD_USER_INPUT' } });
  }
  return value.toLowerCase();
}

/**
 * Bytes in base64, plain or as a data URL. Also accepts bytes from code in this process, such as a multipart upload, so that a
 * large file isn't encoded and decoded.
 */
export const Base64Bytes = new GraphQLScalarType<Buffer, string>({
  name: 'Base64Bytes',
  description: 'Bytes in base64, or a `data:` URL with base64.',
  serialize: (value) => Buffer.from(value as Uint8Array).toString('base64'),
  parseValue: parseBytes,
  parseLiteral: (node) => parseBytes(node.kind === Kind.STRING ? node.value : null),
});

function parseBytes(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return value;
  const text = typeof value === 'string' ? value.replace(/^data:[\w.+/-]*;base64,/, '').replace(/\s+/g, '') : null;
  if (!text || !isBase64(text)) {
    throw new GraphQLError('The bytes must be in base64.', { extensions: { code: 'BAD_USER_INPUT' } });
  }
  return Buffer.from(text, 'base64');
}

/** Looks for a foreign character, because a pattern for the whole text can exceed the stack with several megabytes. */
function isBase64(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return text.length > padding && !/[^A-Za-z0-9+/_-]/.test(text.slice(0, text.length - padding));
}

/**
 * A file of a GraphQL multipart request. The client sends null in the variables, which `upload-body.ts` replaces with the bytes.
 */
export const Upload = new GraphQLScalarType<Buffer, never>({
  name: 'Upload',
  description: 'A file, sent as a part of a GraphQL multipart request. It can’t be written in JSON.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  serialize: () => {
    throw new GraphQLError('An Upload can only be sent, not returned.');
  },
  parseValue: parseUpload,
  parseLiteral: () => parseUpload(null),
});

function parseUpload(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return value;
  throw new GraphQLError('Send the file as a part of a multipart request, and null as the value of its variable.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}
