import { buffer } from 'node:stream/consumers';
import { DownloadFailed, DownloadTooLarge, fetchPublic, UrlNotAllowed } from '../../platform/http/outbound.ts';
import type { Proxies } from '../../platform/http/proxies.ts';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';

/** Maximum bytes of an image from another host: more than the largest picture that the image bank accepts. */
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
/**
 * Time limit of a download in milliseconds. The image is complete when the provider sends its URL, so a download doesn't wait
 * for it.
 */
const DOWNLOAD_MS = 30_000;

/**
 * Replaces `fetch` for packages that download an image by its URL. The download follows right after the answer, because such
 * URLs expire. It is allowed from the server itself and from public addresses. No key is sent to another host.
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
      // An abort has its own failure, such as a timeout of the call.
      if (init.signal?.aborted) throw init.signal.reason;
      throw notFetched(provider, reasonOf(error));
    }
  };
}

/** Reads an image from the provider's own server. The size limit in `CallWatch` applies. */
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

/** Reason why a download failed. Doesn't repeat the URL, which comes from the provider. */
function reasonOf(error: unknown): string {
  if (error instanceof UrlNotAllowed) return 'this service must not call the address';
  if (error instanceof DownloadTooLarge) return 'the file is too large';
  if (!(error instanceof DownloadFailed)) return 'the download failed';
  const status = /status (\d{3})/.exec(error.message)?.[1];
  if (status) return `the download returned status ${status}; the address has possibly expired`;
  return error.reason === 'TIMEOUT' ? 'the download timed out' : "the host can't be reached";
}

/** Failure for an image that was drawn but couldn't be downloaded. Another attempt would cost the same again. */
function notFetched(provider: string, why: string): ProviderFailure {
  const who = provider === 'own' ? 'The own server' : `The provider ${provider}`;
  return new ProviderFailure(
    FailureClass.GARBAGE,
    `${who} returned an address instead of an image, and the image could not be downloaded: ${why}.`,
    { statusCode: 200, mayHaveCost: true },
  );
}
