import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { Agent, type buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';

/** Time limit for the response of a proxy if no time limit for connections is given. */
const CONNECT_MS = 10_000;

interface ProxySettings {
  /** Proxy for requests to `http:` URLs. Null for direct connections. */
  http: URL | null;
  /** Proxy for requests to `https:` URLs. Null for direct connections. */
  https: URL | null;
  /** Hosts to connect to without a proxy, in the form of `NO_PROXY`. */
  exceptions: string;
}

/** Proxies for requests to other hosts. Makes dispatchers that use them. */
export class Proxies {
  static readonly NONE = new Proxies({ http: null, https: null, exceptions: '' });

  readonly #settings: ProxySettings;
  readonly #exceptions: readonly ProxyException[];
  #common: Dispatcher | null = null;

  constructor(settings: ProxySettings) {
    this.#settings = settings;
    this.#exceptions = settings.exceptions.split(/[,\s]+/).flatMap((entry) => (entry ? [exceptionOf(entry)] : []));
  }

  /** Proxy for requests to this URL. Null for a direct connection, which the service always uses for its own machine. */
  of(url: URL): URL | null {
    const proxy = url.protocol === 'https:' ? this.#settings.https : this.#settings.http;
    if (proxy === null) return null;
    const host = bareHost(url.hostname);
    if (isThisMachine(host)) return null;
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return this.#exceptions.some((one) => isExcepted(host, port, one)) ? null : proxy;
  }

  /**
   * Makes a dispatcher whose connections have these options and use the proxy of each address.
   * @param judge called before a request goes to a proxy, which resolves the name itself; an error fails the request
   */
  agent(options: Agent.Options = {}, judge?: (origin: URL) => void): Dispatcher {
    const direct = new Agent(options);
    const { http, https } = this.#settings;
    return http || https ? new ProxyDispatcher(this, direct, options, judge) : direct;
  }

  /** Dispatcher for requests to addresses from the operator's settings. Lives as long as the process. */
  get common(): Dispatcher {
    this.#common ??= this.agent({ allowH2: false });
    return this.#common;
  }

  /** Describes the configured proxies for operators, one line each, without user names and passwords. */
  get described(): string[] {
    const { http, https } = this.#settings;
    if (!http && !https) return [];
    const lines =
      http && https && http.origin === https.origin
        ? [`Requests to other hosts go through the proxy ${https.origin}`]
        : [
            `Requests to https:// addresses ${https ? `go through the proxy ${https.origin}` : 'go out directly'}`,
            `Requests to http:// addresses ${http ? `go through the proxy ${http.origin}` : 'go out directly'}`,
          ];
    const exceptions = this.#exceptions.map(({ entry }) => entry).join(', ');
    return exceptions === '' ? lines : [...lines, `Without a proxy: ${exceptions}`];
  }
}

/** An entry of `NO_PROXY`: a host to connect to without a proxy. */
interface ProxyException {
  /** The entry as written in `NO_PROXY`. */
  entry: string;
  /** `*`, a host name without leading and final dots, or an IP address. */
  host: string;
  /** Port of the entry. Null for any port. */
  port: string | null;
  /** True for `*.example.org`, which includes only names below `example.org`. */
  isBelowOnly: boolean;
  /** Range of IP addresses such as `10.0.0.0/8`. Null for other entries. */
  range: [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number] | null;
}

function exceptionOf(entry: string): ProxyException {
  const range = ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : null;
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  const given = bracketed ?? plain ?? entry;
  const host = given === '*' ? given : bareHost(given.replace(/^\*?\./, ''));
  return { entry, host, port: port ?? null, isBelowOnly: given.startsWith('*.'), range };
}

function isExcepted(host: string, port: string, exception: ProxyException): boolean {
  if (exception.port !== null && exception.port !== port) return false;
  if (exception.host === '*') return true;
  if (exception.range && isIP(host) !== 0) {
    const address = ipaddr.parse(host);
    return address.kind() === exception.range[0].kind() && address.match(exception.range as never);
  }
  return (!exception.isBelowOnly && host === exception.host) || host.endsWith(`.${exception.host}`);
}

/** Normalises a host: no brackets, no final dot, shortest form of an IP address. */
function bareHost(text: string): string {
  const host = text.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return ipaddr.process(host).toString();
  return (domainToASCII(host) || host).toLowerCase();
}

function isThisMachine(host: string): boolean {
  if (isIP(host) !== 0) return ['loopback', 'unspecified'].includes(ipaddr.parse(host).range());
  return host === 'localhost' || host.endsWith('.localhost');
}

/** The proxy isn't reachable. The message contains its address without user name and password. */
class ProxyUnreachable extends Error {
  override readonly name = 'ProxyUnreachable';
  readonly code: string | undefined;

  constructor(proxy: URL, cause: Error) {
    super(`The proxy ${proxy.origin} could not be reached.`, { cause });
    this.code = (cause as NodeJS.ErrnoException).code;
  }
}

/** Dispatcher that sends each request directly or through the proxy of its URL. */
class ProxyDispatcher extends Dispatcher {
  readonly #proxies: Proxies;
  readonly #direct: Agent;
  readonly #options: Agent.Options;
  readonly #judge: ((origin: URL) => void) | undefined;
  readonly #agents = new Map<URL, ProxyAgent>();

  constructor(proxies: Proxies, direct: Agent, options: Agent.Options, judge: ((origin: URL) => void) | undefined) {
    super();
    this.#proxies = proxies;
    this.#direct = direct;
    this.#options = options;
    this.#judge = judge;
  }

  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const origin = new URL(String(options.origin));
    const proxy = this.#proxies.of(origin);
    if (proxy === null) return this.#direct.dispatch(options, handler);
    try {
      this.#judge?.(origin);
    } catch (error) {
      // Passes null as the controller, as Undici's own dispatchers do for errors before a connection exists.
      handler.onResponseError?.(null as never, error as Error);
      return false;
    }
    return this.#through(proxy).dispatch(options, handler);
  }

  override async close(): Promise<void> {
    await Promise.all(this.#all().map((one) => one.close()));
  }

  override async destroy(): Promise<void> {
    await Promise.all(this.#all().map((one) => one.destroy()));
  }

  #all(): Dispatcher[] {
    return [this.#direct, ...this.#agents.values()];
  }

  #through(proxy: URL): ProxyAgent {
    const known = this.#agents.get(proxy);
    if (known) return known;
    const { connect, factory: _direct, ...options } = this.#options;
    const timeout = (typeof connect === 'object' && connect.timeout) || CONNECT_MS;
    const pool = options as Pool.Options;
    const agent = new ProxyAgent({
      ...options,
      uri: proxy.href,
      proxyTls: { timeout },
      // Time limit of the TLS handshake with the host behind the proxy.
      ...({ connectTimeout: timeout } as object),
      clientFactory: (origin, { connect: connector }: Pool.Options) =>
        new Pool(origin, { connect: toProxy(proxy, connector), headersTimeout: timeout }),
      // Undici uses this factory for a pool of connections to the proxy itself, if the request isn't tunnelled.
      factory: (origin, { connect: connector, ...others }: Pool.Options) =>
        new Pool(origin, {
          ...pool,
          ...others,
          connect: String(origin) === proxy.href ? toProxy(proxy, connector) : connector,
        }),
    } as ProxyAgent.Options);
    this.#agents.set(proxy, agent);
    return agent;
  }
}

/** Wraps a connector so that its error names the proxy if the proxy isn't reachable. */
function toProxy(proxy: URL, connect: Pool.Options['connect']): buildConnector.connector {
  return (options, callback) =>
    (connect as buildConnector.connector)(options, (error, socket) =>
      error ? callback(new ProxyUnreachable(proxy, error), null) : callback(null, socket!),
    );
}
