import type { ErrorShape } from '../platform/http/mount.ts';

/** Of JSON-RPC: what is refused before a message of the protocol is looked at. */
const SERVER_ERROR = -32_000;

/**
 * Errors in the words of JSON-RPC. Who has shown no key that will do is told where it says who gives them out (RFC 9728), and in
 * the words of RFC 6750 what was wrong with theirs.
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
