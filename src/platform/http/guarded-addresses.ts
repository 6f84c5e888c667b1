import ipaddr from 'ipaddr.js';
import { type Agent, type Dispatcher, Pool } from 'undici';
import { checkedLookup, type ResolveName, resolveAll } from './checked-lookup.ts';
import { authorityOf, parseTrustedHost } from './outbound.ts';
import type { Proxies } from './proxies.ts';
import { isPublicAddress, mayBePublicHost } from './public-address.ts';

const MAX_URL_LENGTH = 500;

/** The service may not call the address. The message may be shown to callers. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/** Addresses at which clouds give credentials to their own machines. Never called, even if the operator lists them. */
const METADATA = [
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fe80::/10',
].map((range) => ipaddr.parseCIDR(range));
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const METADATA_NAMES = ['metadata.google.internal', 'metadata.goog', 'metadata', 'instance-data'];
/** Kinds of IP addresses at which no server can be. */
const NO_HOST = new Set(['unspecified', 'multicast', 'broadcast', 'reserved']);

export interface GuardedAddressOptions {
  /** `host:port` pairs that the operator allows. Only these may be private or without TLS. */
  listed: readonly string[];
  /** Environment variable with the allowed `host:port` pairs, for messages. */
  listedIn: string;
  proxies: Proxies;
  /** True if an allowed URL can have a query string. */
  takesQuery?: boolean;
  /** Resolves host names in place of DNS, for tests. */
  resolve?: ResolveName | undefined;
}

/**
 * Checks URLs that callers choose and that the service calls repeatedly: when a URL is saved, before each call, and when a
 * connection is made.
 */
export class GuardedAddresses {
  readonly #listed: ReadonlySet<string>;
  readonly #listedIn: string;
  readonly #proxies: Proxies;
  readonly #takesQuery: boolean;
  readonly #resolve: ResolveName;

  constructor({ listed, listedIn, proxies, takesQuery = false, resolve = resolveAll }: GuardedAddressOptions) {
    this.#listed = new Set(listed.map(parseTrustedHost));
    this.#listedIn = listedIn;
    this.#proxies = proxies;
    this.#takesQuery = takesQuery;
    this.#resolve = resolve;
  }

  /** Parses a URL and checks its text, without DNS. @throws AddressNotAllowed for faults that are visible in the text */
  allowed(text: string): URL {
    const url = text.length <= MAX_URL_LENGTH ? URL.parse(text) : null;
    if (!url)
      throw new AddressNotAllowed(`The address must be complete and have at most ${MAX_URL_LENGTH} characters.`);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new AddressNotAllowed('Only http and https addresses are allowed.');
    if (url.username || url.password) {
      throw new AddressNotAllowed('The address must not contain a user name or password.');
    }
    if (url.hash) throw new AddressNotAllowed('The address must not have a fragment (`#…`).');
    if (url.search && !this.#takesQuery)
      throw new AddressNotAllowed('The address of a server must not have a query (`?…`).');
    const host = bare(url.hostname);
    if (METADATA_NAMES.includes(host) || (ipaddr.isValid(host) && isNeverCalled(host))) throw neverCalled();
    if (this.#isListed(url)) return url;
    if (!mayBePublicHost(url.hostname)) {
      throw new AddressNotAllowed(
        `Private addresses aren't allowed. Use a public https URL, or ask an operator to add this host to ${this.#listedIn}.`,
      );
    }
    if (url.protocol !== 'https:') throw new AddressNotAllowed('Addresses on the internet must use https.');
    return url;
  }

  /**
   * Checks the IP addresses that the host name of a URL from `allowed` has at this moment. Behind a proxy, checks nothing,
   * because the proxy resolves the name.
   * @throws AddressNotAllowed, or the error of DNS
   */
  async assertResolves(url: URL): Promise<void> {
    const host = bare(url.hostname);
    if (ipaddr.isValid(host) || this.#proxies.of(url)) return;
    this.#assertAll(await this.#resolve(host), this.#isListed(url));
  }

  /**
   * Makes a dispatcher that connects only to IP addresses it has checked itself. Behind a proxy only the written address can be
   * checked.
   */
  agent(options: Agent.Options): Dispatcher {
    const guarded: Agent.Options = {
      ...options,
      factory: (origin, poolOptions): Dispatcher => {
        const url = this.allowed(String(origin));
        const { connect, ...others } = poolOptions as Pool.Options;
        const lookup = checkedLookup(this.#resolve, (addresses) => this.#assertAll(addresses, this.#isListed(url)));
        return new Pool(url.origin, { ...others, connect: { ...(connect as object), lookup } });
      },
    };
    return this.#proxies.agent(guarded, (origin) => void this.allowed(origin.href));
  }

  #assertAll(addresses: readonly { address: string }[], isListed: boolean): void {
    if (addresses.length === 0) throw new AddressNotAllowed('The host name has no address. Check its spelling.');
    for (const { address } of addresses) {
      if (isNeverCalled(address)) throw neverCalled();
      if (!isListed && !isPublicAddress(address))
        throw new AddressNotAllowed('The host name resolves to a private address. Use a public host name.');
    }
  }

  #isListed(url: URL): boolean {
    return this.#listed.has(authorityOf(url));
  }
}

const neverCalled = () =>
  new AddressNotAllowed(
    'This address is reserved, for example for cloud metadata, and never called. Use another address.',
  );
const bare = (hostname: string) =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

function isNeverCalled(text: string): boolean {
  const address = plainAddress(text);
  if (NO_HOST.has(address.range())) return true;
  return METADATA.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never));
}

/**
 * Parses an IP address. For an IPv4-mapped or NAT64 address, returns the IPv4 address that it contains, so that this one is
 * checked.
 */
function plainAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return address;
  const v6 = address as ipaddr.IPv6;
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address();
  return v6.match(NAT64) ? new ipaddr.IPv4(v6.toByteArray().slice(12)) : v6;
}
