import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

const HEX_DIGEST = /^[0-9a-f]{64}$/i;

/** A digest as people and shells write it. Upper case is taken and given back in lower case. */
export const Sha256 = new GraphQLScalarType<string, string>({
  name: 'Sha256',
  description: 'A SHA-256 digest as 64 lower-case hex digits.',
  serialize: (value) => String(value),
  parseValue: parseDigest,
  parseLiteral: (node) => parseDigest(node.kind === Kind.STRING ? node.value : null),
});

function parseDigest(value: unknown): string {
  if (typeof value !== 'string' || !HEX_DIGEST.test(value)) {
    throw new GraphQLError('A SHA-256 digest has 64 hex digits.', { extensions: { code: 'BAD_USER_INPUT' } });
  }
  return value.toLowerCase();
}

/**
 * Bytes in base64, plain or as a data URL. A caller inside this process (a multipart upload) hands the bytes over as they
 * are, so that a large file is not written out as text only to be read back.
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
  if (!text || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) {
    throw new GraphQLError('Send the bytes in base64.', { extensions: { code: 'BAD_USER_INPUT' } });
  }
  return Buffer.from(text, 'base64');
}
