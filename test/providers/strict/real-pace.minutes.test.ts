import { expect, test } from 'vitest';
import { SEED } from '../../../src/models/seed/seed-catalogue.ts';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import { calling, deployment, streamed, textOf } from '../../support/providers/calling.ts';
import { strictStandIns } from '../../support/providers/stand-ins.ts';

const PREFERRED = SEED.tasks.flatMap(({ name, slot, timeouts }) => {
  const id = SEED.slots.find((one) => one.name === slot)!.preferred;
  const [provider, ...model] = id?.split('/') ?? [];
  return name === 'media/image' || !provider
    ? []
    : [{ name, timeouts, provider: provider as CalledProvider, model: model.join('/') }];
});

test('every task bears a provider that takes as long as a real one may', async () => {
  const { fakes, stop } = await strictStandIns({ pace: 'REAL' });

  const answers = await Promise.all(
    PREFERRED.map(async ({ name, timeouts, provider, model }) => {
      const { calls, of } = calling(provider, fakes.get(provider)!);
      const startedAt = performance.now();
      const { parts, failure } = await streamed(calls, of({ deployment: deployment(provider, { model }), timeouts }));
      return { name, failure, text: textOf(parts), tookMs: performance.now() - startedAt };
    }),
  );

  for (const { name, failure, text, tookMs } of answers) {
    expect(failure, name).toBeNull();
    expect(text, name).toMatch(/^Good day/);
    expect(tookMs, name).toBeGreaterThan(9_000);
  }
  await stop();
});
