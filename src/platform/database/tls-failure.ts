/** Error codes of Node and OpenSSL for an untrusted certificate. */
const DISTRUST = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_)/;
/** Error codes for a failed TLS handshake: no common protocol, or the server refuses the client's certificate. */
const NO_HANDSHAKE = /^(ERR_SSL_|EPROTO)/;

/** Reason why no TLS connection is possible, for failures that don't go away by waiting. Null for all other failures. */
export function tlsFailureReason(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = String((one as { code?: unknown }).code ?? '');
    if (one.message === 'The server does not support SSL connections') {
      return 'sslmode asks for TLS, but the server doesn’t support it. Enable TLS on the server, or use sslmode=disable.';
    }
    if (DISTRUST.test(code)) {
      return `The certificate of the server can't be trusted (${code}). Set sslrootcert to the certificate of its authority, and use the host name in the certificate.`;
    }
    if (NO_HANDSHAKE.test(code)) {
      return `TLS with the server fails (${code}). Check sslcert and sslkey, and the TLS versions that the server accepts.`;
    }
  }
  return null;
}
