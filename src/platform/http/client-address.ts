import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Express } from 'express';
import ipaddr from 'ipaddr.js';

/** True if a proxy at this address, the given number of hops away, is trusted to state its caller's address. */
type TrustProxy = (address: string, hop: number) => boolean;

/**
 * Makes `req.ip` a normalised IP address, which limits, sessions and the audit trail use. Express alone returns the header's
 * text: with the port that some proxies add, each connection would count as another caller.
 */
export function readClientAddresses(app: Express): void {
  Object.defineProperty(app.request, 'ip', {
    configurable: true,
    get(this: IncomingMessage) {
      return clientAddress(this, app.get('trust proxy fn') as TrustProxy);
    },
  });
}

/**
 * IP address of the caller as reported by trusted proxies: the nearest address that isn't a trusted proxy. If a proxy reports no
 * address (`unknown`, a name, nothing), the address of that proxy.
 */
function clientAddress({ socket, headers }: IncomingMessage, isTrusted: TrustProxy): string | undefined {
  let address = plainAddress(socket.remoteAddress ?? '');
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  for (const [hop, entry] of forwarded.reverse().entries()) {
    if (address === null || !isTrusted(address, hop)) break;
    const before = addressIn(entry);
    if (before === null) break;
    address = before;
  }
  return address ?? undefined;
}

/**
 * Reads the IP address in an entry of a proxy's header such as `203.0.113.8:40000` or `"[2001:db8::8]:443"`. Null if it has none.
 */
function addressIn(entry: string): string | null {
  const text = entry
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
  const inBrackets = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  return plainAddress(inBrackets ?? text) ?? plainAddress(text.replace(/:\d{1,5}$/, ''));
}

/** Normalises an IP address: no zone, and IPv4-mapped IPv6 as IPv4. Null for other text. */
function plainAddress(text: string): string | null {
  const address = text.replace(/%.*$/, '');
  return isIP(address) === 0 ? null : ipaddr.process(address).toString();
}
