const UNKNOWN_AUTHORITY = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

/** By the codes of OpenSSL and Node. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet. Compare the clocks.',
  CERT_REVOKED: 'Its certificate is revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
};

/**
 * Reason why a connection to another host failed, where an operator has to act on it: certificates and proxies. Null for
 * everything else. The sentence holds nothing of the other side's words.
 */
export function connectionFailureReason(error: unknown): string | null {
  let atProxy = '';
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code = '', message } = one as NodeJS.ErrnoException;
    if (one.name === 'ProxyUnreachable') atProxy = `${message} `;
    if (UNKNOWN_AUTHORITY.has(code)) {
      return `${atProxy}Its certificate is from an authority that this service does not know (${code}). Name a file with the certificate of that authority in NODE_EXTRA_CA_CERTS.`;
    }
    if (CERTIFICATES[code]) return `${atProxy}${CERTIFICATES[code]}`;
    const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
    if (status === '407' || message.startsWith('Proxy Authentication Required'))
      return 'The proxy does not accept the user name and password (status 407). Check HTTPS_PROXY and HTTP_PROXY.';
    if (status)
      return `The proxy does not connect to this host (status ${status}). Ask its operator, or list the host in NO_PROXY.`;
    if (one.name === 'ProxyConnectionError' || one.name === 'SecureProxyConnectionError')
      return 'The proxy broke off the connection.';
    if (atProxy && !(one.cause instanceof Error))
      return `${atProxy}${code && `(${code}) `}Check HTTPS_PROXY and HTTP_PROXY.`;
  }
  return null;
}
