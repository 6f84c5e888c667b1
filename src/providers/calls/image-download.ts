import { buffer } from 'node:stream/consumers';
import { DownloadFailed, DownloadTooLarge, fetchPublic, UrlNotAllowed } from '../../platform/http/outbound.ts';
import type { Proxies } from '../../platform/http/proxies.ts';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';

/** Of one picture: several times the largest that is taken here. */
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
/** Addresses of results expire within minutes, and a server that gives one has the picture. */
const DOWNLOAD_MS = 30_000;

/**
 * Lets a package that is given an address in the place of a picture have the picture: at once, since such addresses expire, from
 * the server itself or from the public internet, and never from a private address that an answer names. No key goes along to
 * another host.
 */
export function imageFetch(
  serverFetch: typeof fetch,
  baseUrl: string,
  provider: string,
  proxies: Proxies,
): typeof fetch {
  const { origin } = new URL(baseUrl);
  return async (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET') return serverFetch(input, init);
    const url = URL.parse(String(input));
    if (url?.origin === origin) return ownPicture(await serverFetch(url.href, init), provider);
    try {
      const options = { maxBytes: MAX_IMAGE_BYTES, timeoutMs: DOWNLOAD_MS, accept: 'image/*', proxies };
      const { bytes, mediaType } = await fetchPublic(String(input), {
        ...options,
        ...(init.signal && { signal: init.signal }),
      });
      return answerOf(bytes, mediaType);
    } catch (error) {
      // What was cut by us is told by the watch of the call.
      if (init.signal?.aborted) throw init.signal.reason;
      throw notFetched(provider, reasonOf(error));
    }
  };
}

/** The watch of the call bounds how much comes. */
async function ownPicture({ status, body, headers }: Response, provider: string): Promise<Response> {
  if (status !== 200) {
    await body?.cancel().catch(() => {});
    throw notFetched(provider, `it answers with status ${status}`);
  }
  return answerOf(await buffer(body as unknown as AsyncIterable<Uint8Array>), headers.get('content-type') ?? null);
}

function answerOf(bytes: Buffer, mediaType: string | null): Response {
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': mediaType ?? 'application/octet-stream' } });
}

/** The address is the provider's words, which are not repeated. */
function reasonOf(error: unknown): string {
  if (error instanceof UrlNotAllowed) return 'it may not be called';
  if (error instanceof DownloadTooLarge) return 'what it leads to is too large';
  if (!(error instanceof DownloadFailed)) return 'it could not be fetched';
  const status = /status (\d{3})/.exec(error.message)?.[1];
  if (status) return `it answers with status ${status}; it may have expired`;
  return error.reason === 'TIMEOUT' ? 'it took too long' : 'it could not be reached';
}

/** The picture was drawn and is lost: another try at the same would cost the same again. */
function notFetched(provider: string, why: string): ProviderFailure {
  const who = provider === 'own' ? 'The own server' : `The provider ${provider}`;
  return new ProviderFailure(
    FailureClass.GARBAGE,
    `${who} gave an address in the place of a picture, and the picture is not to be had: ${why}.`,
    { statusCode: 200, mayHaveCost: true },
  );
}
