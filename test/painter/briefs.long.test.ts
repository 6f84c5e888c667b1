import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type BriefInterpretation, describePicture, paintScene, planScene } from '../../src/painter/index.ts';
import { Measured } from './briefs/measures.ts';

/** A brief and all that is to be said of its picture. Whoever changes a line has looked at the picture. */
interface Looked {
  seed: number;
  prompt: string;
  alt: string;
  tags: string;
  /** Each part, and after `<` the words that it came from. */
  understood: string[];
  ignored: string[];
  note: string | null;
}

const BRIEFS = JSON.parse(
  readFileSync(new URL('./briefs/sixty-briefs.json', import.meta.url), 'utf8'),
) as readonly Looked[];

const SIZE = { width: 320, height: 256 };

function paint(prompt: string, seed: number) {
  const plan = planScene({ prompt, seed, ...SIZE });
  const picture = paintScene(plan);
  return { ...describePicture(plan, picture.drawn), measured: new Measured(picture) };
}

interface SimplePart {
  value: string;
  isFromBrief: boolean;
  words: string[];
}

function listed({
  scene,
  light,
  weather,
  season,
  style,
  composition,
  palette,
  exclusions,
}: BriefInterpretation): string[] {
  const part = ({ value, isFromBrief, words }: SimplePart) => `${value}${isFromBrief ? ` < ${words.join(' | ')}` : ''}`;
  const parts = [scene, light, weather, season, ...style, ...composition].filter((one) => one !== null);
  return [
    ...parts.map(part),
    ...palette.map(({ name, hex, words }) => `${name} ${hex} < ${words.join(' | ')}`),
    ...exclusions.map(({ means, words }) => `no ${means ?? '…'} < ${words.join(' | ')}`),
  ];
}

/** What must be found in the pixels of a picture that claims it. */
const CLAIMS: Record<string, (measured: Measured, understood: BriefInterpretation) => void> = {
  night: (measured) => expect(measured.brightness()).toBeLessThan(105),
  dusk: (measured) => expect(measured.brightness()).toBeLessThan(150),
  noon: (measured) => expect(measured.brightness()).toBeGreaterThan(95),
  sun: (measured, { palette }) => {
    // One of a colour of its own is no white disc; its colour is looked for instead.
    if (palette.length > 0) return;
    expect(measured.brighterThan(235)).toBeGreaterThan(0.0006);
    expect(measured.brighterThan(252)).toBeLessThan(0.2);
  },
  moon: (measured, { light }) => {
    if (light?.value === 'night') expect(measured.brighterThan(150, 0, 0.6)).toBeGreaterThan(0.0006);
  },
  stars: (measured) => expect(measured.points(0, 0.45)).toBeGreaterThan(0.25),
  'milky-way': (measured) => {
    expect(measured.points(0, 0.5)).toBeGreaterThan(0.5);
    expect(measured.unevenness(0, 0.4)).toBeGreaterThan(0.35);
  },
  fog: (measured) => expect(measured.contrast(0.1)).toBeLessThan(36),
  snowstorm: (measured) => expect(measured.contrast(0.1)).toBeLessThan(34),
  'snow-cover': (measured, { light, scene }) => {
    const isDark = light && ['dusk', 'night'].includes(light.value);
    if (!isDark && ['meadow', 'forest'].includes(scene.value)) expect(measured.brightness(0.75)).toBeGreaterThan(115);
  },
  lightning: (measured) => {
    expect(measured.brighterThan(235, 0, 0.7)).toBeGreaterThan(0.0004);
    expect(measured.brighterThan(235, 0, 0.7)).toBeLessThan(0.03);
  },
  lights: (measured) => expect(measured.points(0.3, 1, 10)).toBeGreaterThan(1),
  flowers: (measured) => expect(measured.points(0.6, 1, 8)).toBeGreaterThan(2),
  aurora: (measured) => expect(measured.brightness(0, 0.5)).toBeGreaterThan(20),
  blossom: (measured, { light }) => {
    if (light?.value !== 'night') expect(measured.shareOf('#f08fb0')).toBeGreaterThan(0.05);
  },
  'black-and-white': (measured) => expect(measured.mostChroma).toBe(0),
};

describe('of each of sixty briefs, looked at one by one, nothing is said that is not in its picture:', () => {
  test('there are sixty', () => expect(BRIEFS).toHaveLength(60));

  test.each(BRIEFS)('$prompt', ({ prompt, seed, alt, tags, understood: parts, ignored, note }) => {
    const { measured, understood, ...said } = paint(prompt, seed);

    expect(listed(understood)).toEqual(parts);
    expect({ alt: said.alt, tags: said.tags.join(', '), ignored: said.ignoredTerms, note: said.note }).toEqual({
      alt,
      tags,
      ignored,
      note,
    });
    for (const tag of said.tags) {
      expect(ignored.map((term) => term.toLowerCase())).not.toContain(tag);
      expect(understood.exclusions.flatMap(({ words }) => words)).not.toContain(tag);
      expect(tag).not.toMatch(/#|^(?:the|and|with|without|over|des|sous|sans)$/);
    }
    for (const part of [understood.light, understood.weather, ...understood.style, ...understood.composition]) {
      if (part) CLAIMS[part.value]?.(measured, understood);
    }
    for (const { hex, name } of understood.palette) {
      expect(measured.shareOf(hex), `${name} is to be seen`).toBeGreaterThan(0.004);
    }
  });
});
