import ipaddr from 'ipaddr.js';
import { isAnonymous, type Principal } from '../auth/principal.ts';

/** Subject that a limit counts: the caller if known, otherwise the network of the request. */
export function countedCaller(principal: Principal, address: string): string {
  return isAnonymous(principal) ? `network ${networkOf(address)}` : principal.actor;
}

/** One household or machine has a whole /64 of IPv6, and could use a new address for every request. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(':');
}
