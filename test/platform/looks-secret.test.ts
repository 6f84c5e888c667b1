import '../../src/features.ts';
import { expect, test } from 'vitest';
import { newToken } from '../../src/platform/auth/token.ts';
import { looksSecret } from '../../src/platform/encryption/secret-detection.ts';
import { newId } from '../../src/platform/ids.ts';

test.each([
  newToken('imck_'),
  'sk-proj-4a1bA9Zx0pQw7Lm2Nf8R',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw01',
  'a password with 0123456789abcdef0123 in it',
  // No twenty letters or digits beside each other.
  'q3Xv_8LmZt0Kd-Yw5Rb_N2cHs9-PfUj4Ae_T7gQ',
  'qZXv_LLmZtKd-YwaRb_NScHs-PfUjwAe_TcgQkLmaXo',
])('%s is not repeated', (secret) => {
  expect(looksSecret(secret)).toBe(true);
});

test.each([
  newId('asset'),
  'claude-opus-4-5-20251101',
  'fast-execution/field-extraction',
  'Qwen2-5-72B-Instruct-Turbo',
  'meta-llama-3-1-405b-instruct-fp8',
  'MARKETING_HUB_HOST_SETTINGS_INTEGRATIONS_INBOUND_SECRET',
  'updateOwnPassword',
  'SetOwnProviderKeyInput',
  'internationalisationOfEverything',
])('%s is', (name) => {
  expect(looksSecret(name)).toBe(false);
});
