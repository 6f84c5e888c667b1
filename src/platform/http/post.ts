import { type Dispatcher, fetch } from 'undici';
import { connectionFailureReason } from './connection-failure.ts';

export interface PostOptions {
  body: Uint8Array;
  contentType: string;
  accept?: string;
  /** Maximum bytes of the response. */
  maxBytes: number;
  /** Time limit in milliseconds for the whole exchange, including the last byte of the response. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Undici dispatcher that makes the connections. Default: the dispatcher of the process. */
  dispatcher?: Dispatcher | undefined;
}

export interface PostAnswer {
  status: number;
  /** `Content-Type` of the response with parameters. Empty if it has none. */
  contentType: string;
  /** URL to which the response redirects. Null if it has none. The redirect isn't followed. */
  location: string | null;
  bytes: Uint8Array;
}

export type PostFailure = 'UNREACHABLE' | 'TIMEOUT' | 'TOO_LARGE';

export class PostFailed extends Error {
  override readonly name = 'PostFailed';
  readonly code: PostFailure;

  constructor(code: PostFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Posts bytes to a URL from the operator's settings and reads a small response. Doesn't follow redirects, because the data is
 * meant for this host only. A user name and password in the URL are sent as Basic authentication and never appear in an error.
 * @throws {PostFailed} or the reason of the signal if the caller aborts
 */
export async function post(url: string, options: PostOptions): Promise<PostAnswer> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const target = new URL(url);
  const headers = {
    'content-type': options.contentType,
    accept: options.accept ?? '*/*',
    'user-agent': 'Imprimatur',
    ...basicAuthentication(target),
  };
  Object.assign(target, { username: '', password: '' });
  try {
    const response = await fetch(target, {
      method: 'POST',
      body: options.body.slice(),
      headers,
      redirect: 'manual',
      signal,
      ...(options.dispatcher && { dispatcher: options.dispatcher }),
    });
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      location: response.headers.get('location'),
      bytes: await readAtMost(options.maxBytes, response, target.host),
    };
  } catch (cause) {
    if (cause instanceof PostFailed) throw cause;
    options.signal?.throwIfAborted();
    const { host } = target;
    if (deadline.aborted) {
      throw new PostFailed('TIMEOUT', `${host} didn't answer within ${options.timeoutMs} ms.`, { cause });
    }
    const why = connectionFailureReason(cause);
    throw new PostFailed(
      'UNREACHABLE',
      `${host} could not be reached, or the connection broke.${why ? ` ${why}` : ''}`,
      { cause },
    );
  }
}

async function readAtMost(maxBytes: number, response: Response, host: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new PostFailed('TOO_LARGE', `The response of ${host} is larger than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function basicAuthentication({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}` };
}
