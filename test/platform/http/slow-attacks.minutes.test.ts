import { test } from 'vitest';
import { expectAttacksHeld } from './slow-attacks.ts';

test('connections that are slow on purpose are closed within two minutes, whatever they are slow at', async () => {
  await expectAttacksHeld({}, 1_000);
});
