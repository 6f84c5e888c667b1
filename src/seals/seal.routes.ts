import { z } from 'zod';
import { MAX_TEXT_BODY_BYTES } from '../platform/http/json-body.ts';
import { SealTextDocument } from '../rest/generated/graphql.ts';
import { SealFields } from '../rest/generated/shapes.ts';
import { idempotencyKeyOf, type Route, route } from '../rest/index.ts';
import { SEAL_ID_EXAMPLE, SEALS_TAG } from './seal.docs.ts';
import { MAX_TEXT_BYTES } from './sealable-output.ts';

/** A seal in REST responses. Fields are never renamed or removed. */
export const SealShape = SealFields.extend({ algorithm: z.literal('SHA-256') }).meta({ id: 'Seal' });

/** REST routes of seals. */
export const sealRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/legal/provenance-seal',
    tag: SEALS_TAG,
    summary: 'Seal a text',
    description:
      'Signs a statement about the exact bytes of the text and adds it to the transparency log. Responds when a published checkpoint covers it. The text isn’t stored unless `retain` is true. To retry, send the same `Idempotency-Key`: the response has the same seal, token and salt.',
    takes: ['Idempotency-Key'],
    example: {
      headers: { 'Idempotency-Key': '"3d2c1a5e-6b7f-4f0e-9c8d-2a1b0c9d8e7f"' },
      body: { artifact_text: 'The offer stands until Friday.', disclaimer_ack: true },
    },
    operation: SealTextDocument,
    credential: 'OPTIONAL',
    maxBodyBytes: MAX_TEXT_BODY_BYTES,
    body: z
      .strictObject({
        artifact_text: z
          .string()
          .meta({ minLength: 1, maxLength: MAX_TEXT_BYTES })
          .describe('Text to seal, exactly as sent, including trailing spaces. At most 1,000,000 bytes of UTF-8.'),
        // Accepts any value or none: the operation validates it, so that each way of not accepting the disclaimer gets the same
        // error.
        disclaimer_ack: z
          .unknown()
          .meta({
            type: 'boolean',
            const: true,
            description: 'Confirms that the disclaimer was read and accepted. Must be `true`.',
          })
          .optional(),
        disclaimer_version: z
          .int32()
          .meta({ minimum: 1 })
          .nullish()
          .describe(
            'Version of the disclaimer that was shown. Fails if it isn’t in force. Default: the version in force.',
          ),
        language: z
          .string()
          .nullish()
          .describe('Language tag of the disclaimer (BCP 47), case-insensitive. `en-US` finds `en`. Default: en.'),
        private: z
          .boolean()
          .nullish()
          .describe(
            'Adds a random salt in front of the text. Keep the returned salt: the text can’t be verified without it. Default: false.',
          ),
        retain: z
          .boolean()
          .nullish()
          .describe('Stores the text, encrypted, for a caller with the `ownerToken`. Default: false.'),
        supersedes: z.string().nullish().describe('Id of a seal that the new one supersedes.'),
        supersedes_owner_token: z
          .string()
          .nullish()
          .describe(
            '`ownerToken` that was returned with the superseded seal. Not needed with the permission `seals:revoke`.',
          ),
      })
      .meta({ required: ['artifact_text', 'disclaimer_ack'] }),
    variables: ({ body, header }) => ({
      input: {
        text: body.artifact_text,
        disclaimerAcknowledged: body.disclaimer_ack === true,
        disclaimerVersion: body.disclaimer_version,
        language: body.language ?? undefined,
        private: body.private ?? false,
        retain: body.retain ?? false,
        supersedes: body.supersedes ? { sealId: body.supersedes, ownerToken: body.supersedes_owner_token } : null,
        idempotencyKey: idempotencyKeyOf(header('idempotency-key')),
      },
    }),
    pointers: {
      '/text': '/artifact_text',
      '/disclaimerAcknowledged': '/disclaimer_ack',
      '/disclaimerVersion': '/disclaimer_version',
      '/supersedes/sealId': '/supersedes',
      '/supersedes/ownerToken': '/supersedes_owner_token',
    },
    reply: ({ sealText: { seal, salt, ownerToken, isReplay } }) => ({
      status: 201,
      headers: { Location: seal.verificationUrl, ...(isReplay && { 'Idempotency-Replayed': 'true' }) },
      body: {
        ok: true,
        seal: { ...seal, algorithm: 'SHA-256' },
        ownerToken,
        ...(salt && { salt }),
      },
    }),
    answer: {
      status: 201,
      description: 'The text was sealed. `Location` is the public page of the seal.',
      headers: ['Location', 'Idempotency-Replayed?'],
      example: {
        ok: true,
        seal: {
          id: SEAL_ID_EXAMPLE,
          algorithm: 'SHA-256',
          sha256: 'cdb87224eb8c815a59ef467807391074dac3fc110303ddeed6402fbbad5e738f',
          sealedAt: '2026-11-22T09:15:02.066Z',
          status: 'SEALED',
          logIndex: 2,
          verificationUrl: `http://127.0.0.1:4000/v/${SEAL_ID_EXAMPLE}`,
          bundleUrl: `http://127.0.0.1:4000/v/${SEAL_ID_EXAMPLE}/seal.sigstore.json`,
          submitter: 'ANONYMOUS',
        },
        ownerToken: 'imso_EFrvnp8kvFpWRv0Ka0FIACcgRfgwiRBhX43N04S',
      },
      schema: z.object({
        ok: z.literal(true),
        seal: SealShape,
        ownerToken: z
          .string()
          .describe(
            'Secret that allows its holder to revoke, supersede or erase the seal, and to read a stored text. Only a repeated request with the same `Idempotency-Key` returns it again.',
          ),
        salt: z
          .string()
          .optional()
          .describe(
            'Salt of a private seal, base64. Only a repeated request with the same `Idempotency-Key` returns it again.',
          ),
      }),
    },
    problems: [
      'INPUT_INVALID',
      'FORBIDDEN',
      'NOT_FOUND',
      'DISCLAIMER_OUTDATED',
      'CONFLICT',
      'IDEMPOTENCY_KEY_INVALID',
      'IDEMPOTENCY_KEY_REUSED',
      'RATE_LIMITED',
      'CLOCK_DIFFERS',
      'LOG_FROZEN',
    ],
  }),
];
