import ipaddr from 'ipaddr.js';
import { isAnonymous, type Principal } from '../auth/principal.ts';

/** Whom a limit counts: who asks, where that is known, else the network the request comes from. */
export function countedCaller(principal: Principal, address: string): string {
  return isAnonymous(principal) ? `network ${networkOf(address)}` : principal.actor;
}

/** One household or machine has a whole /64 of IPv6 and could take a new address for every request. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(':');
}
