import { z } from 'zod';
import { MAX_TEXT_BODY_BYTES } from '../platform/http/json-body.ts';
import { SealTextDocument } from '../rest/generated/graphql.ts';
import { type Route, route, Sha256, Time } from '../rest/index.ts';

/** The body that REST callers have been promised. A member is never renamed or removed. */
export const SealShape = z
  .object({
    id: z.string(),
    algorithm: z.literal('SHA-256'),
    sha256: Sha256,
    sealedAt: Time,
    status: z.string(),
    logIndex: z.int(),
    verificationUrl: z.url(),
    bundleUrl: z.url(),
  })
  .meta({ id: 'Seal' });

/** Seals on REST. */
export const sealRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/legal/provenance-seal',
    summary: 'Seal a text',
    operation: SealTextDocument,
    credential: 'OPTIONAL',
    maxBodyBytes: MAX_TEXT_BODY_BYTES,
    body: z
      .strictObject({
        artifact_text: z.string().describe('Sealed exactly as it is. Not kept'),
        // Whatever it is, absent included, is for the operation to judge: one answer for each way of not saying yes.
        disclaimer_ack: z.unknown().meta({ const: true, description: 'Must be `true`' }).optional(),
        disclaimer_version: z.int32().nullish().describe('The version that was shown; refused when it is not in force'),
        language: z.string().nullish().describe('Of the disclaimer; default: en'),
        private: z.boolean().nullish().describe('Puts a salt in front of the text, which is answered once'),
        retain: z.boolean().nullish().describe('Keeps the text, encrypted, for who shows `ownerToken`'),
        supersedes: z.string().nullish().describe('A seal of yours that this one takes the place of'),
        supersedes_owner_token: z.string().nullish().describe('The `ownerToken` that came with that seal'),
      })
      .meta({ required: ['artifact_text', 'disclaimer_ack'] }),
    variables: ({ body }) => ({
      input: {
        text: body.artifact_text,
        disclaimerAcknowledged: body.disclaimer_ack === true,
        disclaimerVersion: body.disclaimer_version,
        language: body.language ?? undefined,
        private: body.private ?? false,
        retain: body.retain ?? false,
        supersedes: body.supersedes ? { sealId: body.supersedes, ownerToken: body.supersedes_owner_token } : null,
      },
    }),
    pointers: {
      '/text': '/artifact_text',
      '/disclaimerAcknowledged': '/disclaimer_ack',
      '/disclaimerVersion': '/disclaimer_version',
      '/supersedes/sealId': '/supersedes',
      '/supersedes/ownerToken': '/supersedes_owner_token',
    },
    reply: ({ sealText: { seal, salt, ownerToken } }) => ({
      status: 201,
      headers: { Location: seal.verificationUrl },
      body: {
        ok: true,
        seal: {
          id: seal.id,
          algorithm: 'SHA-256',
          sha256: seal.sha256,
          sealedAt: seal.sealedAt,
          status: seal.status,
          logIndex: seal.logIndex,
          verificationUrl: seal.verificationUrl,
          bundleUrl: seal.bundleUrl,
        },
        ownerToken,
        ...(salt && { salt }),
      },
    }),
    answer: {
      status: 201,
      description: 'Sealed',
      schema: z.object({
        ok: z.literal(true),
        seal: SealShape,
        ownerToken: z.string().describe('Whoever shows it may withdraw the seal: keep it, it is shown once'),
        salt: z.string().optional().describe('Only for a private seal, base64: keep it, it is shown once'),
      }),
    },
    problems: [
      'INPUT_INVALID',
      'FORBIDDEN',
      'NOT_FOUND',
      'DISCLAIMER_OUTDATED',
      'CONFLICT',
      'RATE_LIMITED',
      'LOG_FROZEN',
    ],
  }),
];
