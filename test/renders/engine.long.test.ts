import { describe, expect, test } from 'vitest';
import { paintScene, planScene, SCENES } from '../../src/renders/engine/index.ts';

describe.each([
  [256, 256],
  [1024, 256],
  [256, 1024],
])('%i by %i works', (width, height) => {
  test.each(SCENES)('for %s', (scene) => {
    const { data } = paintScene(planScene({ prompt: `${scene} in a storm with snow`, width, height, seed: 3 }));

    expect(data.length).toBe(width * height * 3);
    expect(new Set(data).size).toBeGreaterThan(20);
  });
});
