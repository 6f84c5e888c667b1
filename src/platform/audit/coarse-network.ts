import ipaddr from 'ipaddr.js';

/**
 * Network of an IP address, coarse enough not to identify a household: /24 for IPv4, /48 for IPv6. Null for internal work and for
 * anything that isn't an IP address.
 */
export function coarseNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const length = parsed.kind() === 'ipv4' ? 24 : 48;
  const of = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${of.networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`;
}
