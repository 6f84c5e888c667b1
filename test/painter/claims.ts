import { describe, expect, test } from 'vitest';
import { describePicture, paintScene, planScene } from '../../src/painter/index.ts';
import { Measured } from './briefs/measures.ts';

function picture(prompt: string, seed: number) {
  const plan = planScene({ prompt, seed, width: 256, height: 256 });
  const painted = paintScene(plan);
  return { measured: new Measured(painted), drawn: painted.drawn, ...describePicture(plan, painted.drawn) };
}

/** What pictures have to show of what their briefs say, whichever seed they are drawn from. */
export function claimsAt(seeds: readonly number[]): void {
  describe('at every seed', () => {
    test.each(['mountains', 'lake', 'sea', 'city', 'meadow', 'forest'])(
      '%s in fog has less contrast than without fog',
      (scene) => {
        for (const seed of seeds) {
          const foggy = picture(`${scene} in the morning in fog`, seed);
          const clear = picture(`${scene} in the morning without fog`, seed);

          expect(foggy.measured.contrast(0.2)).toBeLessThan(clear.measured.contrast(0.2) * 0.85);
          expect([...clear.tags, clear.alt].join(' ')).not.toMatch(/fog|mist|haze/);
        }
      },
    );

    test('the Milky Way is a band of light across a sky full of stars', () => {
      for (const seed of seeds) {
        const { measured, drawn } = picture('Milky Way over the mountains', seed);
        const without = picture('sea at night in rain', seed).measured;

        expect(drawn).toContain('milky-way');
        expect(measured.points(0, 0.4)).toBeGreaterThan(3 * without.points(0, 0.4));
        expect(measured.unevenness(0, 0.4)).toBeGreaterThan(0.3);
      }
    });

    test.each(['cherry blossom', 'cherry trees in a meadow', 'cerisiers en fleurs', 'sakura by a lake in the morning'])(
      '%s: trees in pink bloom',
      (prompt) => {
        for (const seed of seeds) {
          const { measured, drawn, ignoredTerms } = picture(prompt, seed);

          expect(drawn).toContain('blossom');
          expect(measured.shareOf('#f08fb0')).toBeGreaterThan(0.06);
          expect(ignoredTerms).toEqual([]);
        }
      },
    );

    test('a storm is darker than a clear hour, and a thunderstorm has its flash', () => {
      for (const seed of seeds) {
        const storm = picture('storm over the sea at dusk', seed);
        const clear = picture('clear sky over the sea at dusk', seed);
        const thunder = picture('thunderstorm over the sea', seed);

        expect(storm.measured.brightness(0, 0.5)).toBeLessThan(clear.measured.brightness(0, 0.5) * 0.75);
        expect(storm.measured.color(0, 0.4).red).toBeLessThan(clear.measured.color(0, 0.4).red);
        expect(thunder.drawn).toContain('lightning');
        expect(thunder.measured.brighterThan(230, 0, 0.6)).toBeGreaterThan(0.0004);
        expect(storm.measured.brighterThan(230, 0, 0.6)).toBeLessThan(0.0004);
      }
    });

    test('a snowstorm over a city is no clear night', () => {
      for (const seed of seeds) {
        const storm = picture('snowstorm over a city at night', seed);
        const clear = picture('city at night, clear sky, no moon', seed);

        expect(storm.drawn).not.toContain('stars');
        expect(storm.measured.contrast(0, 0.5)).toBeLessThan(40);
        expect(storm.measured.brightness(0, 0.5)).toBeGreaterThan(clear.measured.brightness(0, 0.5) * 1.3);
        expect(storm.tags).toEqual(expect.arrayContaining(['snowstorm', 'snow', 'city']));
      }
    });

    test('rays of sunlight reach into a misty forest', () => {
      for (const seed of seeds) {
        const { measured, tags, drawn } = picture('misty forest with sun rays', seed);
        const plan = planScene({ prompt: 'misty forest with sun rays', seed, width: 256, height: 256 });
        const elements = plan.elements.filter((element) => element !== 'sun-rays');
        const without = new Measured(paintScene({ ...plan, elements, excludedElements: ['sun-rays'] }));

        expect(tags).toEqual(expect.arrayContaining(['forest', 'fog', 'sun rays']));
        expect(drawn).toContain('sun-rays');
        expect(measured.brightness()).toBeGreaterThan(without.brightness() + 1);
      }
    });

    test.each(['black and white mountains', 'Paysage en noir et blanc', 'b&w city at night in red', 'monochrome silk'])(
      '%s has no colour at all',
      (prompt) => {
        for (const seed of seeds) {
          const { measured, tags, understood } = picture(prompt, seed);

          expect(measured.mostChroma).toBe(0);
          expect(tags).toContain('black and white');
          expect(understood.palette).toEqual([]);
        }
      },
    );

    test.each(['green hills', 'collines vertes', 'green rolling hills in the morning', 'a green meadow at noon'])(
      '%s: the land is green and the sky is not',
      (prompt) => {
        for (const seed of seeds) {
          const { measured, tags } = picture(prompt, seed);
          const sky = measured.color(0, 0.3);
          const land = measured.color(0.75, 1);

          expect(sky.green).toBeLessThan(Math.max(sky.red, sky.blue));
          expect(land.green).toBeGreaterThan(land.blue);
          expect(tags).toContain('green');
        }
      },
    );

    test('a sky of a colour leaves the land as it is', () => {
      for (const seed of seeds) {
        const { measured } = picture('green meadow under a pink sky in the morning', seed);
        const sky = measured.color(0, 0.4);
        const land = measured.color(0.8, 1);

        expect(sky.red).toBeGreaterThan(sky.green);
        expect(land.green).toBeGreaterThan(land.red);
      }
    });

    test.each([
      ['forest in winter', 'forest in summer'],
      ['meadow in winter', 'meadow in summer'],
      ['snowy mountains', 'mountains in summer, no snow'],
    ])('%s is whiter on the ground than %s', (winter, summer) => {
      for (const seed of seeds) {
        const white = picture(`${winter}, morning, clear sky`, seed).measured;
        const green = picture(`${summer}, morning, clear sky`, seed).measured;

        expect(white.brightness(0.45, 0.8)).toBeGreaterThan(green.brightness(0.45, 0.8));
      }
    });

    test('a clear sky has no clouds, and clouds that are asked for are there', () => {
      for (const seed of seeds) {
        expect(picture('sea in the morning, clear sky', seed).drawn).not.toContain('clouds');
        expect(picture('sea in the morning, clouds', seed).drawn).toContain('clouds');
        expect(picture('sea in the morning, overcast', seed).drawn).toContain('clouds');
      }
    });

    test.each([
      ['mountains at night with a full moon, no stars', 'stars'],
      ['lake without trees', 'trees'],
      ['lake without mountains', 'mountains'],
      ['meadow without flowers', 'flowers'],
      ['city without lights at night', 'lights'],
      ['sea at sunset without sun', 'sun'],
      ['city without water', 'water'],
      ['winter forest without snow', 'snow-cover'],
      ['dunes la nuit sans voie lactée', 'milky-way'],
    ] as const)('%s: none', (prompt, element) => {
      for (const seed of seeds) expect(picture(prompt, seed).drawn).not.toContain(element);
    });
  });
}
