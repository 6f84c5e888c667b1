import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { checkedLookup, type ResolveName, resolveAll } from './checked-lookup.ts';
import type { Proxies } from './proxies.ts';
import { isPublicAddress, mayBePublicHost } from './public-address.ts';

const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16_384;

export interface FetchPublicOptions {
  /** Maximum bytes of the response, both compressed and decompressed. */
  maxBytes: number;
  /** Time limit in milliseconds for the whole download: DNS, redirects and all bytes. */
  timeoutMs: number;
  proxies: Proxies;
  /**
   * `host:port` pairs from the operator's settings, never from a request. For them, private addresses and all ports are allowed.
   */
  trustedHosts?: readonly string[];
  /** Value of the `Accept` header. */
  accept?: string;
  signal?: AbortSignal;
  /** Resolves host names in place of DNS, for tests. */
  resolve?: ResolveName;
}

export interface Download {
  bytes: Buffer;
  /** Media type that the server states, without parameters and in lower case. Not reliable. */
  mediaType: string | null;
  /** URL of the response, after redirects. */
  url: string;
}

/**
 * Downloads from a URL that a caller chose, only from the public internet. Refuses a private IP address before connecting,
 * whether it is written in the URL, resolved from its name, or the target of a redirect. Behind a proxy, which resolves names
 * itself, only the written URL is checked.
 * @throws UrlNotAllowed, DownloadTooLarge or DownloadFailed, whose messages may be shown to the caller
 */
export async function fetchPublic(url: string, options: FetchPublicOptions): Promise<Download> {
  const trusted = new Set(options.trustedHosts?.map(parseTrustedHost));
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  try {
    let target = allowedUrl(url, undefined, trusted);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const answer = await fetchOnce(target, trusted.has(authorityOf(target)), signal, options);
      if ('bytes' in answer) return answer;
      target = allowedUrl(answer.location, target, trusted);
    }
    throw new DownloadFailed('TOO_MANY_REDIRECTS', 'The address redirects too often. Use the final address.');
  } catch (cause) {
    const ours = ourErrorIn(cause);
    if (ours) throw ours;
    if (deadline.aborted)
      throw new DownloadFailed('TIMEOUT', 'The download took too long. Try again, or use another server.', { cause });
    if (options.signal?.aborted) throw options.signal.reason;
    throw new DownloadFailed('UNREACHABLE', 'The address could not be reached, or the connection broke.', { cause });
  }
}

/**
 * Parses a URL and checks its text, without DNS. `URL` has already normalised odd notations of IP addresses (`127.1`,
 * `0x7f000001`).
 */
function allowedUrl(text: string, base: URL | undefined, trusted: ReadonlySet<string>): URL {
  const url = URL.parse(text, base?.href);
  if (!url)
    throw new UrlNotAllowed(
      'MALFORMED',
      'This isn’t a valid web address. Use a complete http or https address, e.g. `https://example.org/picture.jpg`.',
    );
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UrlNotAllowed('SCHEME', 'Only http and https addresses can be fetched.');
  }
  if (url.username || url.password) {
    throw new UrlNotAllowed('CREDENTIALS', 'The address must not contain a user name or password.');
  }
  if (trusted.has(authorityOf(url))) return url;
  if (!mayBePublicHost(url.hostname)) throw notPublic();
  if (url.port) throw new UrlNotAllowed('PORT', 'Only the ports 80 and 443 are allowed.'); // '' for the default port
  return url;
}

async function fetchOnce(
  url: URL,
  isTrusted: boolean,
  signal: AbortSignal,
  options: FetchPublicOptions,
): Promise<Download | { location: string }> {
  const lookup = checkedLookup(options.resolve ?? resolveAll, (addresses) => assertPublic(addresses, isTrusted));
  const agent = options.proxies.agent({
    connect: { lookup, timeout: options.timeoutMs },
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  try {
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: options.accept ?? '*/*', 'accept-encoding': 'identity', 'user-agent': 'Imprimatur' },
      signal,
    });
    response.body.on('error', () => {}); // An error of an unread body must not end the process.
    const location = response.headers.location;
    if ([301, 302, 303, 307, 308].includes(response.statusCode) && typeof location === 'string') return { location };
    if (response.statusCode !== 200) {
      throw new DownloadFailed('STATUS', `The address returned status ${response.statusCode} instead of 200.`);
    }
    return {
      bytes: await readBody(response, signal, options.maxBytes),
      mediaType: mediaTypeOf(response),
      url: url.href,
    };
  } finally {
    await agent.destroy();
  }
}

function assertPublic(addresses: readonly { address: string }[], isTrusted: boolean): void {
  const allowed = isTrusted || addresses.every(({ address }) => isPublicAddress(address));
  if (addresses.length === 0 || !allowed) throw notPublic();
}

async function readBody(
  { headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Buffer> {
  if (Number(headers['content-length']) > maxBytes) throw new DownloadTooLarge(maxBytes);
  async function* cut(source: AsyncIterable<Buffer>) {
    let byteSize = 0;
    for await (const chunk of source) {
      byteSize += chunk.length;
      if (byteSize > maxBytes) throw new DownloadTooLarge(maxBytes);
      yield chunk;
    }
  }

  const decoders = decodersOf(String(headers['content-encoding'] ?? ''));
  return inPipeline([body, cut, ...decoders.flatMap((decoder) => [decoder, cut]), buffer], { signal });
}

/** Cast, because the types of `pipeline` allow only a fixed number of stages. */
const inPipeline = pipeline as (stages: readonly unknown[], options: { signal: AbortSignal }) => Promise<Buffer>;

type Decoder = Readable & NodeJS.WritableStream;

/** Maximum number of encodings of one response. Servers use two at most. */
const MAX_ENCODINGS = 4;
/** Largest window allowed for `zstd` as a content encoding, as a power of two: 2^23 bytes are 8 MB. Source: RFC 9659. */
const ZSTD_WINDOW_LOG = 23;

const DECODERS: Readonly<Record<string, () => Decoder>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
};

/**
 * Decoders of a response, the last applied first. The service requests no encoding, but some servers compress anyway. Unknown
 * encodings are ignored: some object stores wrongly state a transfer encoding (`aws-chunked`) or a character set (`UTF-8`).
 */
function decodersOf(contentEncoding: string): Decoder[] {
  const names = contentEncoding.split(',').map((name) => name.trim().toLowerCase());
  const known = names.flatMap((name) => (Object.hasOwn(DECODERS, name) ? [DECODERS[name]!] : []));
  if (known.length > MAX_ENCODINGS) {
    throw new DownloadFailed(
      'UNREADABLE',
      `The response has more than ${MAX_ENCODINGS} content encodings. Use an address that serves the file uncompressed.`,
    );
  }
  return known.reverse().map((decoder) => decoder());
}

function mediaTypeOf({ headers }: Dispatcher.ResponseData): string | null {
  return (
    String(headers['content-type'] ?? '')
      .split(';')[0]!
      .trim()
      .toLowerCase() || null
  );
}

export function parseTrustedHost(entry: string): string {
  const url = URL.parse(`http://${entry}`);
  if (url?.pathname !== '/')
    throw new Error(`A trusted host must be written as host:port, not ${JSON.stringify(entry)}.`);
  return authorityOf(url);
}

export function authorityOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Returns the error if it is one of this file's error classes, also if the HTTP client has wrapped it. Null otherwise. */
function ourErrorIn(error: unknown): Error | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof UrlNotAllowed || one instanceof DownloadTooLarge || one instanceof DownloadFailed) return one;
  }
  return null;
}

const notPublic = () =>
  new UrlNotAllowed('HOST', "The address doesn't lead to a public host. Use an address that everyone can open.");

/** The URL isn't allowed. No request was sent to it. */
export class UrlNotAllowed extends Error {
  override readonly name = 'UrlNotAllowed';
  readonly reason: 'MALFORMED' | 'SCHEME' | 'CREDENTIALS' | 'PORT' | 'HOST';

  constructor(reason: UrlNotAllowed['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export class DownloadTooLarge extends Error {
  override readonly name = 'DownloadTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file at this address is larger than ${(maxBytes / 1_000_000).toLocaleString('en')} MB.`);
    this.maxBytes = maxBytes;
  }
}

/** The server isn't reachable, is too slow, or returned an unexpected response. `cause` has the details, for the server log. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  readonly reason: 'TIMEOUT' | 'UNREACHABLE' | 'STATUS' | 'TOO_MANY_REDIRECTS' | 'UNREADABLE';

  constructor(reason: DownloadFailed['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
