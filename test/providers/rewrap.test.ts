import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { FEATURES } from '../../src/features.ts';
import { internal } from '../../src/platform/auth/principal.ts';
import { Context } from '../../src/platform/context.ts';
import { EnvelopeEncryption } from '../../src/platform/encryption/envelope-encryption.ts';
import { rewrapAll } from '../../src/platform/encryption/rewrap.ts';
import { startApi } from '../support/api.ts';
import { mutate, STORED_KEY } from './support.ts';

const KEY = 'sk-canary-that-is-wrapped-anew';

test('everything that is kept encrypted is brought along to another master key, or nothing is', async () => {
  const api = await startApi();
  const { providerKey } = await mutate(api, 'setProviderKey', { provider: 'OPENAI', key: KEY }, STORED_KEY, 'operator');
  const { platform } = api.services;
  const previous = new EnvelopeEncryption(platform.config.encryptionKey);
  const [next, wrong] = [new EnvelopeEncryption(randomBytes(32)), new EnvelopeEncryption(randomBytes(32))];
  const occasion = { principal: internal('test'), requestId: 'test', signal: new AbortController().signal };
  const ctx = () => new Context(platform, occasion);
  const columns = FEATURES.flatMap((feature) => ('enveloped' in feature && feature.enveloped) || []);
  const kept = async () => {
    const [row] = await api.database.query<{ secret: Buffer }>('select secret from provider_key where id = $1', [
      providerKey.id,
    ]);
    return row!.secret;
  };

  // Every column of bytes that are encrypted is named: those of keys and nonces are none.
  expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual([
    'setting.enveloped',
    'operator_totp.secret',
    'approval.payload',
    'redaction_names.names',
    'provider_key.secret',
    'own_server.secret',
    'idempotent_answer.answer',
    'kept_reasoning.content',
    'seal.retained',
    'webhook.secret',
    'webhook.previous_secret',
  ]);
  await expect(rewrapAll(ctx(), columns, wrong, next)).rejects.toThrow('Nothing was changed');
  expect(previous.decrypt(await kept(), providerKey.id).toString()).toBe(KEY);

  const done = await rewrapAll(ctx(), columns, previous, next);

  expect(done).toBeGreaterThan(0);
  expect(next.decrypt(await kept(), providerKey.id).toString()).toBe(KEY);
  expect(() => previous.decrypt(next.encrypt(Buffer.from('x'), 'y'), 'y')).toThrow();
  expect(await rewrapAll(ctx(), columns, previous, next)).toBe(0);
  await api.stop();
});
