import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { secretFile } from '../../platform/encryption/secrets.ts';
import { type DoctorFinding, fail, ok, warn } from './finding.ts';

/** Permission bits of a file that give access to other users. */
const OTHERS = 0o077;
/** Words that occur in example secrets, in upper or lower case. */
const OF_AN_EXAMPLE =
  /change.?me|example|password|default|your.?(secret|token|key)|^(secret|token|admin|test|demo)|12345|abcdef/i;
/** Minimum number of distinct characters in a secret. A random secret of 24 characters nearly always has more. */
const LEAST_LETTERS = 8;

/** Checks that other users can neither read the secrets nor guess them. */
export function checkSecrets(
  dataDir: string,
  known: ReadonlySet<string>,
  values: Readonly<NodeJS.ProcessEnv>,
): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  const folder = path.dirname(secretFile(dataDir, 'any'));
  for (const file of [folder, ...filesIn(folder), path.resolve('.env')]) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode;
    if (mode === undefined || (mode & OTHERS) === 0) continue;
    findings.push(
      fail('secrets', `other users can read ${file} (mode ${(mode & 0o777).toString(8)})`, `chmod go= '${file}'`),
    );
  }
  for (const name of [...known].filter((one) => /(TOKEN|SECRET|ENCRYPTION_KEY)$/.test(one))) {
    const value = values[name];
    if (value && isGuessable(value)) {
      findings.push(fail('secrets', `${name} can be guessed`, 'Use a random value: openssl rand -base64 32'));
    }
  }
  return findings.length > 0 ? findings : [ok('secrets', 'no other user can read or guess them')];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function isGuessable(secret: string): boolean {
  return OF_AN_EXAMPLE.test(secret) || new Set(secret).size < LEAST_LETTERS;
}

/** Checks for settings that are safe on one machine but not on a network. */
export function checkExposure({ host, publicUrl, databaseUrl, trustProxy, demo }: Config): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  const check = (isSo: boolean, detail: string, advice: string) => {
    if (isSo) findings.push(warn('exposure', detail, advice));
  };
  const url = publicUrl === null ? null : new URL(publicUrl);
  const isPublic = url !== null && !isLoopback(url.hostname);
  const listensToOthers = !isLoopback(host);
  check(
    isPublic && url.protocol === 'http:',
    'PUBLIC_URL is http: tokens and links are sent unencrypted',
    'Add a TLS proxy and set PUBLIC_URL to https://…',
  );
  check(
    listensToOthers && !isPublic,
    `HOST ${host} accepts connections from other machines, but links point to ${publicUrl ?? 'this machine'}`,
    'Set PUBLIC_URL to the public address',
  );
  check(
    isPublic && url.protocol === 'https:' && trustProxy === null,
    'PUBLIC_URL is https, which implies a proxy, but TRUST_PROXY is not set: all anonymous callers share one limit',
    'Set TRUST_PROXY to the number of proxies, or to their addresses',
  );
  check(isPublic && demo, 'example content is on at a public address', 'Set DEMO=false');
  check(databaseUrl !== null && process.getuid?.() === 0, 'the service would run as root', 'Run it as a separate user');
  return findings.length > 0 ? findings : [ok('exposure', 'no unsafe settings')];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || host.startsWith('127.');
}
