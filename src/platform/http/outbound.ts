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
  /** Of the answer as it comes and as it is when unpacked. */
  maxBytes: number;
  /** For everything together: names, redirects, the last byte. */
  timeoutMs: number;
  proxies: Proxies;
  /** `host:port` pairs from the operator's settings, never from a request: reached whatever their address and port. */
  trustedHosts?: readonly string[];
  /** Value of the Accept header. */
  accept?: string;
  signal?: AbortSignal;
  /** Stands in for DNS in tests. */
  resolve?: ResolveName;
}

export interface Download {
  bytes: Buffer;
  /** What the server calls it, without parameters and in lower case. Not to be relied on. */
  mediaType: string | null;
  /** Where it came from in the end. */
  url: string;
}

/**
 * Downloads from an address that somebody else chose, and only from the public internet: an address that leads into
 * our own network is refused before a connection is made, whether it is written so, resolves so, or is redirected to. A proxy
 * resolves names itself: there, only what is written is judged.
 * @throws UrlNotAllowed, DownloadTooLarge, DownloadFailed; their messages may be shown to who gave the address.
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
    throw new DownloadFailed('TOO_MANY_REDIRECTS', 'The address redirects too often. Give the one it ends at.');
  } catch (cause) {
    const ours = ourErrorIn(cause);
    if (ours) throw ours;
    if (deadline.aborted) throw new DownloadFailed('TIMEOUT', 'The download took too long.', { cause });
    if (options.signal?.aborted) throw options.signal.reason;
    throw new DownloadFailed('UNREACHABLE', 'The address could not be reached or broke off.', { cause });
  }
}

/** What can be told from the address alone. Odd notations (`127.1`, `0x7f000001`) are plain once `URL` has read them. */
function allowedUrl(text: string, base: URL | undefined, trusted: ReadonlySet<string>): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw new UrlNotAllowed('MALFORMED', 'This is not a complete address. It begins with https://.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UrlNotAllowed('SCHEME', 'Only http and https addresses can be fetched.');
  }
  if (url.username || url.password) {
    throw new UrlNotAllowed('CREDENTIALS', 'An address with a user name or password in it is not fetched.');
  }
  if (trusted.has(authorityOf(url))) return url;
  if (!mayBePublicHost(url.hostname)) throw notPublic();
  if (url.port) throw new UrlNotAllowed('PORT', 'Only the ports 80 and 443 are fetched from.'); // '' when it is the usual
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
    response.body.on('error', () => {}); // a body that nobody reads to its end must not bring the process down
    const location = response.headers.location;
    if ([301, 302, 303, 307, 308].includes(response.statusCode) && typeof location === 'string') return { location };
    if (response.statusCode !== 200) {
      throw new DownloadFailed('STATUS', `The address answered with status ${response.statusCode} instead of 200.`);
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

/** The types of `pipeline` know a fixed number of stages only. */
const inPipeline = pipeline as (stages: readonly unknown[], options: { signal: AbortSignal }) => Promise<Buffer>;

type Decoder = Readable & NodeJS.WritableStream;

/** A server has reason for two at most. */
const MAX_ENCODINGS = 4;
/** The largest window of `zstd` as a content encoding, 8 MB. Source: RFC 9659. */
const ZSTD_WINDOW_LOG = 23;

const DECODERS: Readonly<Record<string, () => Decoder>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
};

/**
 * Decoders for the encodings of an answer, the last applied first. None is asked for, but some servers compress anyway. Unknown
 * names are ignored: stores keep the name of a transfer (`aws-chunked`) or a charset (`UTF-8`) there, and don't encode anything.
 */
function decodersOf(contentEncoding: string): Decoder[] {
  const names = contentEncoding.split(',').map((name) => name.trim().toLowerCase());
  const known = names.flatMap((name) => (Object.hasOwn(DECODERS, name) ? [DECODERS[name]!] : []));
  if (known.length > MAX_ENCODINGS) {
    throw new DownloadFailed(
      'UNREADABLE',
      'The answer is compressed too many times. Give the address of the plain file.',
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
  if (url?.pathname !== '/') throw new Error(`A trusted host is written as host:port, not ${JSON.stringify(entry)}.`);
  return authorityOf(url);
}

export function authorityOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** One of our own errors, also when the HTTP client has wrapped it. */
function ourErrorIn(error: unknown): Error | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof UrlNotAllowed || one instanceof DownloadTooLarge || one instanceof DownloadFailed) return one;
  }
  return null;
}

const notPublic = () =>
  new UrlNotAllowed('HOST', 'This address does not lead to a public host. Give one that anybody can open.');

/** The address is not one we fetch from. Nothing was sent there. */
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
    super(`What the address leads to is larger than ${(maxBytes / 1_000_000).toLocaleString('en')} MB.`);
    this.maxBytes = maxBytes;
  }
}

/** The other side is away, slow, or answers something else. What it said exactly is in `cause`, for the log. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  readonly reason: 'TIMEOUT' | 'UNREACHABLE' | 'STATUS' | 'TOO_MANY_REDIRECTS' | 'UNREADABLE';

  constructor(reason: DownloadFailed['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
