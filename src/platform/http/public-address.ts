import ipaddr from 'ipaddr.js';

/** Names that only mean something inside a network, and what is below them. The second line: RFC 6762, appendix G. */
const PRIVATE_SUFFIXES = [
  ...['localhost', 'localdomain', 'local', 'internal', 'home.arpa'],
  ...['intranet', 'private', 'corp', 'home', 'lan'],
];

/** Public by its range, but answered by the cloud host itself: Azure's metadata and DNS. */
const HOST_SERVICES = new Set(['168.63.129.16']);

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** RFC 6052: how a network without IPv4 reaches an IPv4 address, which stands in the last four bytes. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address is one of the public internet's. Addresses that carry another one are judged by that one
 * (IPv4-mapped, NAT64) or refused (6to4, Teredo: tunnels that nobody serves pictures through).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return isPublicV4(address as ipaddr.IPv4);

  const v6 = address as ipaddr.IPv6;
  if (v6.isIPv4MappedAddress()) return isPublicV4(v6.toIPv4Address());
  if (v6.match(NAT64)) return isPublicV4(new ipaddr.IPv4(v6.toByteArray().slice(12)));
  // By itself `range()` is not enough: it calls whatever it has no name for unicast, `::127.0.0.1` among them.
  return v6.match(GLOBAL_UNICAST_V6) && v6.range() === 'unicast';
}

/**
 * Whether a host, as `URL` spells it, may be asked for: a public address, or a name that could have one.
 * What a name leads to is only known when it is resolved.
 */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  if (!host.includes('.')) return false; // `postgres`, `metadata`: no public host has a name of one word
  return !PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !HOST_SERVICES.has(address.toString());
}
