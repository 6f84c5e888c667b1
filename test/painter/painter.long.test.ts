import { describe, expect, test } from 'vitest';
import { describePicture, paintScene, planScene, SCENES } from '../../src/painter/index.ts';
import { DEMO_BRIEFS } from '../../src/renders/demo-briefs.ts';

const SMALL = { width: 320, height: 256 };

/** Mean absolute difference of two pictures in steps of 0 to 255. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum / a.length;
}

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

test.each(SCENES)('%s: another seed is another picture', (scene) => {
  const paint = (seed: number) => paintScene(planScene({ prompt: scene, ...SMALL, seed })).data;

  expect(difference(paint(1), paint(2))).toBeGreaterThan(4);
});

test('the demo briefs are all understood, word for word', () => {
  for (const brief of DEMO_BRIEFS) {
    const plan = planScene({ ...brief, ...SMALL });
    const { understood, ignoredTerms, note } = describePicture(plan, paintScene(plan).drawn);

    expect(ignoredTerms, brief.prompt).toEqual([]);
    expect(understood.scene.isFromBrief, brief.prompt).toBe(true);
    expect(note).toBeNull();
  }
});
