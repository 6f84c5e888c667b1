import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { hasReadableUser, httpUrl, UNREADABLE_USER } from '../../platform/config/addresses.ts';
import { ConfigError, configFragment, optional } from '../../platform/config/config.ts';
import { LONGEST_TEXT, type SettingOf } from '../../platform/config/settings.ts';
import { authoritiesIn, NoCertificates } from './time-stamp-chains.ts';

const MAX_URL_LENGTH = 500;

/**
 * Address of the authority that stamps new seals. Empty: no time stamps. The server's operator sets the environment variable, so
 * the address in it isn't restricted.
 */
export const timeStampUrl: SettingOf<string> = {
  name: 'seals.timeStampUrl',
  title: 'Time stamping authority',
  section: ['Seals', 'Time stamps'],
  description:
    'Address of the RFC 3161 time stamping authority for new seals. Empty: none. Set its certificates first: a test stamp is requested before the address is saved. Everyone who can read settings sees the address.',
  environmentVariable: 'TSA_URL',
  permission: 'settings:manage',
  kind: 'TEXT',
  default: '',
  needsStepUp: true,
  schema: z
    .string()
    .max(MAX_URL_LENGTH)
    .refine(
      (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'Enter an address that starts with https://, or an empty text for no authority.',
    )
    .refine(hasReadableUser, UNREADABLE_USER),
  shown: withoutSecrets,
  start: configFragment(z.object({ TSA_URL: optional(httpUrl()) }), ({ TSA_URL }) => ({
    value: TSA_URL ?? '',
    isDefault: TSA_URL === undefined,
  })),
};

/**
 * Certificates of the authorities of new and existing seals. The environment variable contains the chain, or the name of its
 * file.
 */
export const timeStampCertificates: SettingOf<string> = {
  name: 'seals.timeStampCertificates',
  title: 'Certificates of the time stamping authority',
  section: ['Seals', 'Time stamps'],
  description:
    'Certificate chain of the time stamping authority in PEM, its own certificate first. Add the chains of earlier authorities behind it, because older seals keep their stamps. Distribute trust.json again after a change. The environment variable holds the chain or names its file.',
  environmentVariable: 'TSA_CERTIFICATES',
  permission: 'settings:manage',
  kind: 'TEXT',
  default: '',
  needsStepUp: true,
  schema: z
    .string()
    .max(LONGEST_TEXT)
    .superRefine((pem, context) => {
      const mistake = pem === '' ? null : problemInPem(pem);
      if (mistake) context.addIssue({ code: 'custom', message: mistake });
    }),
  inBrief: (pem) => (pem === '' ? '' : namesOf(pem)),
  start: configFragment(
    z.object({ TSA_URL: optional(z.string()), TSA_CERTIFICATES: optional(z.string()) }),
    ({ TSA_CERTIFICATES: given }) => ({
      value: given === undefined ? '' : certificatesFrom(given),
      isDefault: given === undefined,
    }),
    // An invalid address is not reported here, since the schema of TSA_URL already reports it.
    ({ TSA_URL, TSA_CERTIFICATES }) => {
      if (!TSA_CERTIFICATES && /^https?:/.test(TSA_URL ?? '')) {
        throw new ConfigError(['TSA_CERTIFICATES: required with TSA_URL, to verify its stamps']);
      }
    },
  ),
};

/**
 * Reads the certificates in TSA_CERTIFICATES.
 * @param given chain in PEM, or the path of a file with it
 */
function certificatesFrom(given: string): string {
  const pem = given.includes('-----BEGIN ') ? given : textOf(given);
  const mistake = problemInPem(pem);
  if (mistake) throw new ConfigError([`TSA_CERTIFICATES: ${mistake}`]);
  return pem;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`TSA_CERTIFICATES: the file is unreadable (${(error as NodeJS.ErrnoException).code})`]);
  }
}

function problemInPem(pem: string): string | null {
  try {
    authoritiesIn(pem, null);
    return null;
  } catch (error) {
    if (error instanceof NoCertificates) return error.message;
    throw error;
  }
}

/** Names of the time stamping authorities, with the first digits of their certificates' digests. */
function namesOf(pem: string): string {
  return authoritiesIn(pem, null)
    .map(({ name, certificates: [own] }) => {
      return `${name} (SHA-256 ${createHash('sha256').update(own!).digest('hex').slice(0, 16)})`;
    })
    .join(', ');
}

/** Removes parts of a URL that can contain a password or a token. */
function withoutSecrets(text: string): string {
  const url = URL.parse(text);
  if (!url || !(url.username || url.password || url.search)) return text;
  return `${url.origin}${url.pathname}`;
}
