import type { CustomFetch } from 'openid-client';
import { fetch } from 'undici';
import { GuardedAddresses } from '../../platform/http/guarded-addresses.ts';
import { authorityOf, DownloadTooLarge } from '../../platform/http/outbound.ts';
import type { Proxies } from '../../platform/http/proxies.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Maximum size of a response from the identity provider. Keys and metadata have some kilobytes. */
const MAX_ANSWER_BYTES = 500_000;
const MAX_HEADER_BYTES = 16_384;

/**
 * Sends requests to the identity provider. The operator only configures the issuer. Other addresses come from the provider’s
 * metadata; they must have the issuer’s host and port, or be public.
 */
export function oidcFetch(issuer: URL, proxies: Proxies): { fetch: CustomFetch; close(): Promise<void> } {
  const addresses = new GuardedAddresses({ listed: [authorityOf(issuer)], listedIn: 'OIDC_ISSUER', proxies });
  const agent = addresses.agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  return {
    async fetch(url, { signal, ...options }) {
      const response = await fetch(url, { ...options, ...(signal && { signal }), dispatcher: agent } as never);
      const chunks: Uint8Array[] = [];
      let byteSize = 0;
      for await (const chunk of response.body ?? []) {
        byteSize += chunk.byteLength;
        if (byteSize > MAX_ANSWER_BYTES) throw new DownloadTooLarge(MAX_ANSWER_BYTES);
        chunks.push(chunk);
      }
      const { status } = response;
      const body = [101, 204, 205, 304].includes(status) ? null : Buffer.concat(chunks);
      return new Response(body, { status, headers: [...response.headers] });
    },
    close: () => agent.destroy(),
  };
}
