import { z } from 'zod';
import { type ContentDocs, type MethodDocs, REVALIDATED, sameAsBefore } from '../../platform/http/method-docs.ts';
import { SEALS_TAG } from '../seal.docs.ts';

const HEADERS = [...REVALIDATED, 'Access-Control-Allow-Origin'] as const;

function pinned(name: string, summary: string, description: string, content: ContentDocs): MethodDocs {
  return {
    name,
    tag: SEALS_TAG,
    summary,
    description: `${description} Download it once, keep it, and compare it with the keys in your contract.`,
    takes: ['If-None-Match'],
    example: {},
    answers: { 200: { description: 'The file.', headers: HEADERS, content }, 304: sameAsBefore(HEADERS) },
    problems: ['SERVICE_UNAVAILABLE'],
  };
}

const TRUSTED_ROOT = {
  mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
  tlogs: [],
  certificateAuthorities: [],
  ctlogs: [],
  timestampAuthorities: [],
};
const TrustedRoot = z.looseObject({ mediaType: z.string(), tlogs: z.array(z.looseObject({})) });
const VERIFIER_KEY = 'log1.localhost+31c41640+AcvtVYqJ176Ru6QaJ6Yf5ceZzeza47sfBcA0Z2cwLVkN';

/** Documentation of the trust files, by file name. */
export const TRUST_DOCS = {
  'trust.json': pinned(
    'trust',
    'Trusted keys and authorities',
    'Logs, seal keys, time-stamp authorities and witnesses, each with its period of validity.',
    {
      'application/json': {
        schema: z.looseObject({
          mediaType: z.string(),
          trustedRoot: TrustedRoot,
          sealKeys: z.array(z.looseObject({})),
        }),
        example: {
          mediaType: 'application/vnd.imprimatur.trust+json;version=1',
          trustedRoot: TRUSTED_ROOT,
          sealKeys: [],
          witnessPolicies: [],
          closedLogs: [],
          verifiers: [],
        },
      },
    },
  ),
  'trusted_root.json': pinned(
    'trustedRoot',
    'Trusted root for Sigstore verifiers',
    'Logs and time-stamp authorities in the format of Sigstore.',
    { 'application/json': { schema: TrustedRoot, example: TRUSTED_ROOT } },
  ),
  'tlog-policy': pinned('tlogPolicy', 'Required witnesses', 'Witness policy in the format of c2sp.org/tlog-policy.', {
    'text/plain': { text: `log ${VERIFIER_KEY}\n\nquorum none\n` },
  }),
  'log.vkey': pinned('logKey', 'Public key of the log', 'Verifier key in the format of c2sp.org/signed-note.', {
    'text/plain': { text: `${VERIFIER_KEY}\n` },
  }),
  'seal-public-key.pem': pinned(
    'sealPublicKey',
    'Public key of seals',
    'ECDSA P-256 public key of the current seal key, in PEM format, for openssl.',
    {
      'application/x-pem-file': { text: '-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n' },
    },
  ),
} as const;
