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
      'Signs a statement that exactly this text was there at this time, and puts it into the public transparency log, for good. The text itself is not kept and not published, only its digest. Says nothing of whether the text is true.',
    nature: ADDS,
    operation: SealTextDocument,
    takes: z.strictObject({
      text: z
        .string()
        .meta({ minLength: 1 })
        .describe('Sealed as it is, to the last space: at most 1,000,000 bytes of UTF-8.'),
      disclaimerAcknowledged: z
        .boolean()
        .describe('That the disclaimer of the service was read and accepted: has to be true.'),
      private: z
        .boolean()
        .optional()
        .describe(
          'Puts a salt in front of the text, answered once, so that nobody finds it by trying. Default: false.',
        ),
      idempotencyKey: IdempotencyKey,
    }),
    gives: z.object({
      seal: SealView,
      ownerToken: z.string().nullable().describe('With it the seal can be withdrawn. Keep it: it is shown only now.'),
      salt: z.string().nullable().describe('Of a private seal: needed to verify it, and shown only now.'),
    }),
    variables: ({ text, disclaimerAcknowledged, private: isPrivate, idempotencyKey }) => ({
      input: { text, disclaimerAcknowledged, private: isPrivate ?? false, retain: false, idempotencyKey },
    }),
    result: ({ sealText: answer }) =>
      answer?.__typename === 'SealedText' && answer.seal
        ? { seal: sealView(answer.seal), ownerToken: answer.ownerToken ?? null, salt: answer.salt ?? null }
        : null,
    says: ({ seal }) => `Sealed as ${seal.id}. Anybody can check it at ${seal.verificationUrl}`,
  }),

  tool({
    name: 'verify_seal',
    title: 'Verify a seal',
    description:
      'Says whether exactly this text, or what has this SHA-256, was sealed here, and how each of its seals stands. That there is none says only that it was not sealed here. To check the signature and the log without trusting this service, take the bundle to the verifier of its page.',
    nature: READS,
    operation: FindSealsDocument,
    takes: z
      .strictObject({
        text: z
          .string()
          .optional()
          .describe('The text as it is, to the last space; of a private seal with its salt in front.'),
        sha256: z.string().optional().describe('In its place: 64 hex digits.'),
      })
      .refine(({ text, sha256 }) => (text === undefined) !== (sha256 === undefined), {
        message: 'Give either `text` or `sha256`.',
      }),
    gives: z.object({
      sha256: z.string().describe('What was looked for.'),
      isSealed: z.boolean().describe('Whether one of the seals is in force.'),
      seals: z.array(SealView).describe('Newest first; with those that were withdrawn.'),
    }),
    variables: (given) => ({ sha256: digestIn(given) }),
    result: ({ sealsByDigest }, given) => ({
      sha256: digestIn(given),
      isSealed: sealsByDigest.some(({ status }) => status === 'SEALED' || status === 'PENDING_TIMESTAMP'),
      seals: sealsByDigest.map(sealView),
    }),
    says: ({ sha256, seals }) =>
      seals.length === 0
        ? `Nothing with the digest ${sha256} was sealed here.`
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
