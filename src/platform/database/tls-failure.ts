/** Error codes of Node and OpenSSL for an untrusted certificate. */
const DISTRUST = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_)/;
/** Error codes if the two sides don't agree on TLS, or the server refuses the client's certificate. */
const NO_HANDSHAKE = /^(ERR_SSL_|EPROTO)/;

/** Why an encrypted connection can't be made, for what waiting won't mend; null for any other failure. */
export function tlsFailureReason(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = String((one as { code?: unknown }).code ?? '');
    if (one.message === 'The server does not support SSL connections') {
      return 'sslmode asks for TLS, and the server has none. Turn it on there, or use sslmode=disable.';
    }
    if (DISTRUST.test(code)) {
      return `The certificate of the server can't be trusted (${code}). Give its authority with sslrootcert, and use the host name that the certificate is for.`;
    }
    if (NO_HANDSHAKE.test(code)) {
      return `TLS with the server fails (${code}). Check sslcert and sslkey, and the versions of TLS that the server takes.`;
    }
  }
  return null;
}
