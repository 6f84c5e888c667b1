import ipaddr from 'ipaddr.js';
import { isAnonymous, type Principal } from '../auth/principal.ts';

/** Subject for which a rate limit counts: the caller if known, otherwise the network of the request's IP address. */
export function countedCaller(principal: Principal, address: string): string {
  return isAnonymous(principal) ? `network ${networkOf(address)}` : principal.actor;
}

/**
 * Network of an IP address: the address itself for IPv4, its /64 for IPv6. One household or machine has a whole /64 and could use
 * a new address for every request.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(':');
}
