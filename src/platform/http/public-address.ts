import ipaddr from 'ipaddr.js';

/** Suffixes of host names that exist only inside private networks. Those in the second line are from RFC 6762, appendix G. */
const PRIVATE_SUFFIXES = [
  ...['localhost', 'localdomain', 'local', 'internal', 'home.arpa'],
  ...['intranet', 'private', 'corp', 'home', 'lan'],
];

/** IP addresses in a public range that the machine's cloud answers itself: Azure's metadata and DNS. */
const HOST_SERVICES = new Set(['168.63.129.16']);

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * Prefix through which networks without IPv4 reach an IPv4 address (RFC 6052). The last four bytes of such an IPv6 address are
 * the IPv4 address.
 */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * True for an IP address of the public internet. An IPv4-mapped or NAT64 address is judged by the IPv4 address that it contains.
 * Addresses of 6to4 and Teredo tunnels are refused.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return isPublicV4(address as ipaddr.IPv4);

  const v6 = address as ipaddr.IPv6;
  if (v6.isIPv4MappedAddress()) return isPublicV4(v6.toIPv4Address());
  if (v6.match(NAT64)) return isPublicV4(new ipaddr.IPv4(v6.toByteArray().slice(12)));
  // `range()` alone isn't enough: it returns `unicast` for every unknown address, including `::127.0.0.1`.
  return v6.match(GLOBAL_UNICAST_V6) && v6.range() === 'unicast';
}

/**
 * True if a host, as `URL` spells it, can be public: a public IP address, or a name. Check the name's addresses again when it is
 * resolved.
 */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  if (!host.includes('.')) return false; // Names of one word, such as `postgres` or `metadata`, aren't public.
  return !PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !HOST_SERVICES.has(address.toString());
}
