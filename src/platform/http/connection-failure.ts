const UNKNOWN_AUTHORITY = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

/** Messages about certificates by the error codes of OpenSSL and Node. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet. Compare the clocks.',
  CERT_REVOKED: 'Its certificate is revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host name.',
};

/**
 * Reason why a connection to another host failed, if an operator can fix it (certificates, proxies). Null for everything else.
 * Contains no text from that host.
 */
export function connectionFailureReason(error: unknown): string | null {
  let atProxy = '';
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code = '', message } = one as NodeJS.ErrnoException;
    if (one.name === 'ProxyUnreachable') atProxy = `${message} `;
    if (UNKNOWN_AUTHORITY.has(code)) {
      return `${atProxy}Its certificate is from an authority that this service doesn't trust (${code}). Set NODE_EXTRA_CA_CERTS to a file with that authority's certificate.`;
    }
    if (CERTIFICATES[code]) return `${atProxy}${CERTIFICATES[code]}`;
    const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
    if (status === '407' || message.startsWith('Proxy Authentication Required'))
      return 'The proxy rejected the user name and password (status 407). Check HTTPS_PROXY and HTTP_PROXY.';
    if (status)
      return `The proxy refused to connect to this host (status ${status}). Ask its operator, or list the host in NO_PROXY.`;
    if (one.name === 'ProxyConnectionError' || one.name === 'SecureProxyConnectionError')
      return 'The proxy closed the connection.';
    if (atProxy && !(one.cause instanceof Error))
      return `${atProxy}${code && `(${code}) `}Check HTTPS_PROXY and HTTP_PROXY.`;
  }
  return null;
}
