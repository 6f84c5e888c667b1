import '../../src/features.ts';
import { expect, test } from 'vitest';
import { newToken } from '../../src/platform/auth/token.ts';
import { newId } from '../../src/platform/ids.ts';
import { looksSecret } from '../../src/platform/looks-secret.ts';

test.each([
  newToken('imck_'),
  'sk-proj-4a1bA9Zx0pQw7Lm2Nf8R',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw01',
  'a password with 0123456789abcdef0123 in it',
])('%s is not repeated', (secret) => {
  expect(looksSecret(secret)).toBe(true);
});

test.each([
  newId('asset'),
  'claude-opus-4-5-20251101',
  'fast-execution/field-extraction',
  'MARKETING_HUB_HOST_SETTINGS_INTEGRATIONS_INBOUND_SECRET',
  'changeOwnPassword',
  'internationalisationOfEverything',
])('%s is', (name) => {
  expect(looksSecret(name)).toBe(false);
});
