import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Express } from 'express';
import ipaddr from 'ipaddr.js';

/** Whether the proxy at this address, so many hops away from us, is believed what it says of who asked it. */
type Trust = (address: string, hop: number) => boolean;

/**
 * Has `req.ip` be an address in one spelling, whatever the proxies write. All that counts callers or tells of them reads it.
 * Express gives what stands in the header: with the port that some proxies add, each connection is a caller of its own.
 */
export function readClientAddresses(app: Express): void {
  Object.defineProperty(app.request, 'ip', {
    configurable: true,
    get(this: IncomingMessage) {
      return clientAddress(this, app.get('trust proxy fn') as Trust);
    },
  });
}

/**
 * Who asks, as far as the trusted proxies tell: the first address, seen from us, that is no trusted proxy's. A proxy that gives
 * no address of who asked it (`unknown`, a name, nothing) counts for who that was.
 */
function clientAddress({ socket, headers }: IncomingMessage, isTrusted: Trust): string | undefined {
  let address = socket.remoteAddress && plainAddress(socket.remoteAddress);
  const forwarded = headers['x-forwarded-for'];
  if (!address || forwarded === undefined) return address ?? undefined;
  for (const [hop, entry] of String(forwarded).split(',').reverse().entries()) {
    const before = isTrusted(address, hop) ? addressIn(entry) : null;
    if (before === null) break;
    address = before;
  }
  return address;
}

/** Such as `203.0.113.8:40000` and `"[2001:db8::8]:443"`. Null for what is no address. */
function addressIn(entry: string): string | null {
  const text = entry
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
  const inBrackets = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  return plainAddress(inBrackets ?? text) ?? plainAddress(text.replace(/:\d{1,5}$/, ''));
}

/** Without a zone, and IPv4 as such where IPv6 carries it. Null for what is no address. */
function plainAddress(text: string): string | null {
  const address = text.replace(/%.*$/, '');
  return isIP(address) === 0 ? null : ipaddr.process(address).toString();
}
