import ipaddr from 'ipaddr.js';

/**
 * The network an address is in, coarse enough to say nothing of a household: /24 of IPv4, /48 of IPv6. Null for work of our own,
 * and for what is no address.
 */
export function coarseNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const length = parsed.kind() === 'ipv4' ? 24 : 48;
  const of = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${of.networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`;
}
