/** Error codes of Node and OpenSSL for an untrusted certificate. */
const DISTRUST = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_)/;
/** Error codes for a certificate of an authority that isn't trusted, as with a private authority without `sslrootcert`. */
const UNKNOWN_AUTHORITY =
  /^(UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED)/;
const OTHER_HOST = /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/;
/** Error codes for a failed TLS handshake: no common protocol, or the server refuses the client's certificate. */
const NO_HANDSHAKE = /^(ERR_SSL_|EPROTO)/;

/** Reason why no TLS connection is possible, for failures that don't go away by waiting. Null for all other failures. */
export function tlsFailureReason(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = String((one as { code?: unknown }).code ?? '');
    if (one.message === 'The server does not support SSL connections') {
      return 'sslmode asks for TLS, but the server doesn’t support it. Enable TLS on the server, or use sslmode=disable.';
    }
    if (DISTRUST.test(code)) return distrustReason(code, one);
    if (NO_HANDSHAKE.test(code)) {
      return `TLS with the server fails (${code}). Check sslcert and sslkey, and the TLS versions that the server accepts.`;
    }
  }
  return null;
}

function distrustReason(code: string, error: Error): string {
  if (UNKNOWN_AUTHORITY.test(code)) {
    return `The certificate of the server is by an authority that isn't trusted (${code}). Add the PEM file of that authority: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem`;
  }
  if (OTHER_HOST.test(code)) {
    const names = String((error as { cert?: { subjectaltname?: unknown } }).cert?.subjectaltname ?? 'another name');
    return `The certificate of the server is for ${names} (${code}). Use that host name in the URL, or give the server a certificate for the host in the URL.`;
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return `The certificate of the server, or that of its authority, has expired (${code}). Renew it.`;
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return `The certificate of the server isn't valid yet (${code}). Check the clocks of this machine and of the server.`;
  }
  return `The certificate of the server can't be trusted (${code}). Check it, and the file of sslrootcert.`;
}
