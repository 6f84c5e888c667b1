import ipaddr from 'ipaddr.js';
import { type Agent, type Dispatcher, Pool } from 'undici';
import { checkedLookup, type ResolveName, resolveAll } from './checked-lookup.ts';
import { authorityOf, parseTrustedHost } from './outbound.ts';
import type { Proxies } from './proxies.ts';
import { isPublicAddress, mayBePublicHost } from './public-address.ts';

const MAX_URL_LENGTH = 500;

/** The address is none that may be called. Its message may be shown. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/** Where clouds answer their own machines with credentials: never called, whoever lists them. */
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
/** What no server is reached by: this network, multicast, reserved. */
const NO_HOST = new Set(['unspecified', 'multicast', 'broadcast', 'reserved']);

export interface GuardedAddressOptions {
  /** `host:port` pairs of the operator's, which alone may be private and without TLS. */
  listed: readonly string[];
  /** The environment variable that those stand in, for whoever has to ask for one. */
  listedIn: string;
  proxies: Proxies;
  /** True if an address can have a query. */
  takesQuery?: boolean;
  /** Stands in for DNS in tests. */
  resolve?: ResolveName | undefined;
}

/**
 * Judges addresses that callers have chosen and that we call again and again: when one is set, before each call, and when a
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

  /** The address as it is kept, without a slash at its end. @throws AddressNotAllowed for what can be told from the text */
  allowed(text: string): URL {
    const url = text.length <= MAX_URL_LENGTH ? URL.parse(text) : null;
    if (!url) throw new AddressNotAllowed(`This is not a complete address of at most ${MAX_URL_LENGTH} characters.`);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new AddressNotAllowed('Only http and https can be called.');
    if (url.username || url.password) {
      throw new AddressNotAllowed('An address holds no user name and no password.');
    }
    if (url.hash) throw new AddressNotAllowed('An address that is called has no fragment.');
    if (url.search && !this.#takesQuery) throw new AddressNotAllowed('An address of a server has no query.');
    const host = bare(url.hostname);
    if (METADATA_NAMES.includes(host) || (ipaddr.isValid(host) && isNeverCalled(host))) throw neverCalled();
    if (this.#isListed(url)) return url;
    if (!mayBePublicHost(url.hostname)) {
      throw new AddressNotAllowed(
        `This address leads into a private network, and the operator has not listed it. Ask for it to be added to ${this.#listedIn}.`,
      );
    }
    if (url.protocol !== 'https:')
      throw new AddressNotAllowed('What is reached over the internet is called by https only.');
    return url;
  }

  /**
   * The same, and where its name leads at this moment; a proxy resolves names itself.
   * @throws AddressNotAllowed; what DNS throws when it has no answer
   */
  async assertResolves(url: URL): Promise<void> {
    const host = bare(url.hostname);
    if (ipaddr.isValid(host) || this.#proxies.of(url)) return;
    this.#assertAll(await this.#resolve(host), this.#isListed(url));
  }

  /**
   * Connects to nothing but what was judged: the addresses that are looked at are those that the socket is given. Behind a proxy
   * only what is written can be judged.
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
    if (addresses.length === 0) throw new AddressNotAllowed('The name of this host leads nowhere.');
    for (const { address } of addresses) {
      if (isNeverCalled(address)) throw neverCalled();
      if (!isListed && !isPublicAddress(address))
        throw new AddressNotAllowed('The name of this host leads into a private network.');
    }
  }

  #isListed(url: URL): boolean {
    return this.#listed.has(authorityOf(url));
  }
}

const neverCalled = () => new AddressNotAllowed('This address is never called.');
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

/** Addresses that carry another one are judged by that one. */
function plainAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return address;
  const v6 = address as ipaddr.IPv6;
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address();
  return v6.match(NAT64) ? new ipaddr.IPv4(v6.toByteArray().slice(12)) : v6;
}
