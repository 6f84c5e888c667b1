import { createHash } from 'node:crypto';
import { z } from 'zod';
import { FindSealsDocument, SealTextDocument } from '../../rest/generated/graphql.ts';
import { ADDS, READS, tool } from '../tool.ts';
import { SealView, sealView } from '../views.ts';
import { IdempotencyKey } from './values.ts';

export const sealTools = [
  tool({
    name: 'seal_text',
    title: 'Seal a text',
    description:
      'Signs a statement that exactly this text existed at this time, and adds it to the public transparency log permanently. Only the digest is stored and published, not the text. A seal does not say that the text is true.',
    nature: ADDS,
    operation: SealTextDocument,
    takes: z.strictObject({
      text: z
        .string()
        .meta({ minLength: 1 })
        .describe('Text to seal, byte for byte, including spaces. At most 1,000,000 bytes of UTF-8.'),
      disclaimerAcknowledged: z
        .boolean()
        .describe('Must be true: the disclaimer of the service was read and accepted.'),
      private: z
        .boolean()
        .optional()
        .describe(
          'True to put a salt in front of the text, so that its digest can’t be guessed. The salt is returned once. Default: false.',
        ),
      idempotencyKey: IdempotencyKey,
    }),
    gives: z.object({
      seal: SealView,
      ownerToken: z
        .string()
        .nullable()
        .describe('Token to withdraw the seal. Store it: it is shown only once. Null if the seal has an owner.'),
      salt: z
        .string()
        .nullable()
        .describe('Salt of a private seal, needed to verify it. Store it: it is shown only once. Null otherwise.'),
    }),
    variables: ({ text, disclaimerAcknowledged, private: isPrivate, idempotencyKey }) => ({
      input: { text, disclaimerAcknowledged, private: isPrivate ?? false, retain: false, idempotencyKey },
    }),
    result: ({ sealText: answer }) =>
      answer?.__typename === 'SealedText' && answer.seal
        ? { seal: sealView(answer.seal), ownerToken: answer.ownerToken ?? null, salt: answer.salt ?? null }
        : null,
    summaryOf: ({ seal }) => `Sealed as ${seal.id}. Anyone can verify it at ${seal.verificationUrl}`,
  }),

  tool({
    name: 'verify_seal',
    title: 'Verify a seal',
    description:
      'Finds the seals of exactly this text or SHA-256, with their statuses. No result only means that it was not sealed here. To verify signature and log without trusting this service, use the bundle with the verifier on the seal’s page.',
    nature: READS,
    operation: FindSealsDocument,
    takes: z
      .strictObject({
        text: z
          .string()
          .optional()
          .describe('Text to verify, byte for byte, including spaces. For a private seal, with its salt in front.'),
        sha256: z.string().optional().describe('SHA-256 to verify instead of `text`. 64 hex digits.'),
      })
      .refine(({ text, sha256 }) => (text === undefined) !== (sha256 === undefined), {
        message: 'Send exactly one of `text` and `sha256`.',
      }),
    gives: z.object({
      sha256: z.string().describe('SHA-256 that was searched for.'),
      isSealed: z.boolean().describe('True if one of the seals is in force.'),
      seals: z.array(SealView).describe('Seals, newest first, including withdrawn ones.'),
    }),
    variables: (given) => ({ sha256: digestIn(given) }),
    result: ({ sealsByDigest }, given) => ({
      sha256: digestIn(given),
      isSealed: sealsByDigest.some(({ status }) => status === 'SEALED' || status === 'PENDING_TIMESTAMP'),
      seals: sealsByDigest.map(sealView),
    }),
    summaryOf: ({ sha256, seals }) =>
      seals.length === 0
        ? `No seal for the digest ${sha256} exists here.`
        : seals
            .map(
              ({ id, status, sealedAt, verificationUrl }) => `${id}: ${status}, sealed ${sealedAt}. ${verificationUrl}`,
            )
            .join('\n'),
  }),
];

function digestIn({ text, sha256 }: { text?: string | undefined; sha256?: string | undefined }): string {
  return sha256?.toLowerCase() ?? createHash('sha256').update(text!, 'utf8').digest('hex');
}
