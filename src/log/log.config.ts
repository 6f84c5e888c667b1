import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { configFragment, hostList, list, optional, together } from '../platform/config/config.ts';
import { isPercentEncoded } from '../platform/text/percent-encoded.ts';
import { MalformedInput } from '../proof/malformed-input.ts';
import { parseVerifierKey, type VerifierKey } from '../proof/note.ts';
import { EXPECTED_P256_KEY, isP256Key, SEAL_KEY } from './keys/signer.ts';
import { LOG_KEY_FILE } from './log-key.ts';

export interface WitnessSetting {
  /** C2SP verifier key of the witness. */
  vkey: string;
  /** Address of the witness. Can contain a user name and a password. */
  url: string;
}

export const TSA_ALLOWED_HOSTS = 'TSA_ALLOWED_HOSTS';

export interface LogConfig {
  sealPrivateKeyPem: string | null;
  logPrivateKeyPem: string | null;
  /** Name of the log. Null: derived from the public URL. */
  logOrigin: string | null;
  /** `host:port` pairs of time stamping authorities with a private address or without TLS. */
  timeStampHosts: string[];
  witnesses: WitnessSetting[];
  /** Number of witnesses whose cosignatures verifiers should require. 0: none. */
  witnessQuorum: number;
  witnessTimeoutMs: number;
}

/**
 * Each item is a pair of verifier key and URL: `vkey url`. Errors name a pair by its number, because a URL can contain a
 * password.
 */
const witnesses = list.transform((pairs, context): WitnessSetting[] => {
  const settings = pairs.map((pair, at) => {
    const [vkey = '', url = '', ...rest] = pair.split(/\s+/);
    const mistake = rest.length > 0 || url === '' ? 'must be written as "vkey url"' : mistakeInWitness(vkey, url);
    if (mistake) context.addIssue({ code: 'custom', message: `Invalid input: pair ${at + 1} ${mistake}` });
    return { vkey, url };
  });
  const publicKeys = settings.map(({ vkey }) => vkey.split('+').slice(2).join('+'));
  if (new Set(publicKeys).size < settings.length) {
    context.addIssue({ code: 'custom', message: 'Invalid input: the same witness appears twice' });
  }
  return settings;
});

const EXPECTED_LOG_KEY = 'Invalid input: expected an Ed25519 private key in PEM';

const Variables = z
  .object({
    SEAL_PRIVATE_KEY: optional(z.string().refine(isP256Key, EXPECTED_P256_KEY)).describe(
      'Key that signs seals: ECDSA P-256 in PEM. Default: created in DATA_DIR.',
    ),
    LOG_PRIVATE_KEY: optional(z.string().refine(isEd25519Key, EXPECTED_LOG_KEY)).describe(
      'Key that signs checkpoints of the log: Ed25519 in PEM. Default: created in DATA_DIR.',
    ),
    LOG_ORIGIN: optional(
      z.string().refine(isHostName, 'Invalid input: expected a bare host name in lower case'),
    ).describe(
      'Name of the log, a bare host name. Fixed when the log is created. Default: log1. and the host of PUBLIC_URL.',
    ),
    [TSA_ALLOWED_HOSTS]: optional(hostList)
      .default([])
      .describe(
        'Private or plain-HTTP host:port pairs that can be set as time stamping authority in the back office. Default port: 80.',
      ),
    WITNESSES: optional(witnesses)
      .default([])
      .describe('Witnesses that cosign the log: pairs of verifier key and address, separated by commas.'),
    WITNESS_QUORUM: optional(
      z.string().regex(/^(\d{1,9}|none)$/, 'Invalid input: expected a number of witnesses, or none'),
    )
      .default('0')
      .describe('Number of witnesses whose cosignatures a verifier must require, or `none`. 0: all.'),
    WITNESS_TIMEOUT_MS: optional(z.coerce.number().int().min(100).max(60_000))
      .default(5_000)
      .describe('Milliseconds to wait for the response of a witness.'),
  })
  .refine(({ WITNESSES, WITNESS_QUORUM }) => quorumOf(WITNESS_QUORUM, WITNESSES) <= WITNESSES.length, {
    path: ['WITNESS_QUORUM'],
    message: 'Invalid input: larger than the number of WITNESSES',
    // This check runs even if other variables are invalid, so that one start reports all errors.
    when: ({ value }) => {
      const { WITNESSES, WITNESS_QUORUM } = value as Partial<{ WITNESSES: unknown; WITNESS_QUORUM: unknown }>;
      return Array.isArray(WITNESSES) && typeof WITNESS_QUORUM === 'string';
    },
  });

export const logConfig = configFragment(
  Variables,
  (given): LogConfig => ({
    sealPrivateKeyPem: given.SEAL_PRIVATE_KEY ?? null,
    logPrivateKeyPem: given.LOG_PRIVATE_KEY ?? null,
    logOrigin: given.LOG_ORIGIN ?? null,
    timeStampHosts: given[TSA_ALLOWED_HOSTS],
    witnesses: given.WITNESSES,
    witnessQuorum: quorumOf(given.WITNESS_QUORUM, given.WITNESSES),
    witnessTimeoutMs: given.WITNESS_TIMEOUT_MS,
  }),
  // Checks the keys in DATA_DIR if they exist and the variables aren't set. The schema checks keys in variables.
  ({ SEAL_PRIVATE_KEY, LOG_PRIVATE_KEY }, { found }) =>
    together(
      () => SEAL_PRIVATE_KEY || found(SEAL_KEY.file, { isRight: isP256Key, expected: EXPECTED_P256_KEY }),
      () => LOG_PRIVATE_KEY || found(LOG_KEY_FILE, { isRight: isEd25519Key, expected: EXPECTED_LOG_KEY }),
    ),
);

/** Number of witnesses that verifiers should require. The published trust file has no word for all of them, only their number. */
function quorumOf(given: string, { length }: readonly WitnessSetting[]): number {
  return given === 'none' ? 0 : Number(given) || length;
}

/** Reason why the verifier key or URL of a witness is invalid. Null for a valid pair. */
function mistakeInWitness(vkey: string, url: string): string | null {
  const key = keyOf(vkey);
  if (!key || key.name.length > MAX_WITNESS_NAME) return 'must begin with a verifier key';
  if (key.type !== 'cosignature/v1') return 'has a key that is not for cosigning';
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return 'must end with an http(s) URL';
  const isReadable = [target.username, target.password].every((part) => isPercentEncoded(part));
  return isReadable ? null : 'has a user name or password that is not percent-encoded';
}

/** Maximum length of a witness's name, so that it fits into the database column together with the key id. */
const MAX_WITNESS_NAME = 240;

function keyOf(vkey: string): VerifierKey | null {
  try {
    return parseVerifierKey(vkey);
  } catch (error) {
    if (error instanceof MalformedInput) return null;
    throw error;
  }
}

/**
 * True for a host name in lower case, without port or path. A log's name must be one, because verifiers derive the name of its
 * key from an address.
 */
export function isHostName(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text) && text.length <= 253;
}

function isEd25519Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
