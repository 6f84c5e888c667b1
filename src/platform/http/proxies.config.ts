import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError, configFragment, optional } from '../config/config.ts';
import { Proxies } from './proxies.ts';

const EXPECTED = 'Invalid input: expected http://host:port or https://host:port of a proxy';
const UNREADABLE_USER = 'Invalid input: expected a user name and password in percent-encoding';

/** Schema of a proxy's URL. Reads `proxy.example.org:3128` as `http://proxy.example.org:3128`, as other programs do. */
const proxyUrl = z.string().transform((text, { addIssue }) => {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!isHttp || url.pathname !== '/' || url.search || url.hash) {
    addIssue({ code: 'custom', message: EXPECTED });
    return z.NEVER;
  }
  if (!isEncoded(url.username) || !isEncoded(url.password)) {
    addIssue({ code: 'custom', message: UNREADABLE_USER });
    return z.NEVER;
  }
  return url;
});

const lowerCase = (name: string) =>
  `Alternative spelling of ${name}, as other programs use it. If both are set, this one is used.`;

const variables = z.object({
  HTTPS_PROXY: optional(proxyUrl).describe(
    'Proxy for requests to https:// addresses, such as http://user:password@proxy.example.org:3128.',
  ),
  HTTP_PROXY: optional(proxyUrl).describe('Proxy for requests to http:// addresses.'),
  NO_PROXY: optional(z.string()).describe(
    'Hosts to reach without a proxy, separated by commas: names including all names below them, addresses, ranges such as 10.0.0.0/8, each with or without a port; or *.',
  ),
  https_proxy: optional(proxyUrl).describe(lowerCase('HTTPS_PROXY')),
  http_proxy: optional(proxyUrl).describe(lowerCase('HTTP_PROXY')),
  no_proxy: optional(z.string()).describe(lowerCase('NO_PROXY')),
  NODE_EXTRA_CA_CERTS: optional(z.string()).describe(
    'File of certificate authorities in PEM to trust in addition to the public ones.',
  ),
});

/** Environment variables for proxies that other programs read as well, in upper and lower case. */
export const proxyConfig = configFragment(variables, proxiesOf, ({ NODE_EXTRA_CA_CERTS: file }) => {
  // The certificate file is checked here, because Node only warns about a missing one, and connections that need it fail later.
  if (!file) return;
  try {
    if (/-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/.test(readFileSync(file, 'utf8'))) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `NODE_EXTRA_CA_CERTS: ${file} isn't readable (${code}). Name a file that this account can read.`,
    ]);
  }
  throw new ConfigError([`NODE_EXTRA_CA_CERTS: ${file} has no certificate in PEM.`]);
});

function proxiesOf(given: z.output<typeof variables>): Proxies {
  return new Proxies({
    https: given.https_proxy ?? given.HTTPS_PROXY ?? null,
    http: given.http_proxy ?? given.HTTP_PROXY ?? null,
    exceptions: given.no_proxy ?? given.NO_PROXY ?? '',
  });
}

/**
 * Reads the proxies for commands that need no other setting. Null if a variable is invalid, which the start of the service
 * reports.
 */
export function proxiesIn(env: NodeJS.ProcessEnv): Proxies | null {
  const { data } = variables.safeParse(env);
  return data ? proxiesOf(data) : null;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
