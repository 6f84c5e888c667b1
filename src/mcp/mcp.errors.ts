import type { ErrorShape } from '../platform/http/mount.ts';

/** JSON-RPC error code for requests that are refused before the message is read. */
const SERVER_ERROR = -32_000;

/**
 * Formats errors as JSON-RPC. For a request without a valid key, the header `WWW-Authenticate` has the URL of the metadata (RFC
 * 9728). For a key without the permission, it also has the reason (RFC 6750).
 */
export function rpcErrors(metadataUrl: string): ErrorShape {
  return (res, refusal) => {
    const { code, status, message, retryAfterSeconds } = refusal;
    for (const [name, value] of Object.entries(refusal.headers)) res.setHeader(name, value);
    if (code === 'UNAUTHENTICATED') res.setHeader('WWW-Authenticate', `Bearer resource_metadata="${metadataUrl}"`);
    if (code === 'FORBIDDEN') {
      res.setHeader(
        'WWW-Authenticate',
        `Bearer error="insufficient_scope", scope="mcp:use", resource_metadata="${metadataUrl}"`,
      );
    }
    if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds));
    res.setHeader('Cache-Control', 'no-store');
    const data = { code, requestId: res.locals.requestId };
    res.status(status).json({ jsonrpc: '2.0', id: null, error: { code: SERVER_ERROR, message, data } });
  };
}
