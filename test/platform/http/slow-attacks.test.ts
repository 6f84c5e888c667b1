import { test } from 'vitest';
import { expectAttacksHeld } from './slow-attacks.ts';

test('connections that are slow on purpose are closed, whatever they are slow at', async () => {
  await expectAttacksHeld({ headersMs: 900, idleMs: 500, bodyWindowMs: 1_000, answerWindowMs: 1_500 }, 100);
});
