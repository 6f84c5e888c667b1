import { type Linear, linearOf } from './color.ts';
import { Noise } from './noise.ts';
import { type Palette } from './palettes.ts';
import { type ScenePlan } from './plan.ts';
import { type Random, randomStream } from './random.ts';
import { createRaster, type Raster } from './raster.ts';
import { type TintTarget } from './tints.ts';
import { type Element } from './vocabulary.ts';

/**
 * Canvas of a scene. Positions are multiples of the picture's height: v runs from 0 at the top to 1 at the bottom, u from 0 at
 * the left to `aspect` at the right. The composition is therefore the same in every size.
 */
export interface Stage {
  readonly plan: ScenePlan;
  readonly raster: Raster;
  readonly aspect: number;
  readonly colors: Readonly<Record<keyof Palette, Linear>>;
  random(label: string): Random;
  noise(label: string): Noise;
  wants(element: Element): boolean;
  forbids(element: Element): boolean;
  /** Colours that the brief requests for a part of the picture, in linear light. */
  tints(target: TintTarget): readonly Linear[];
  /** True if the land is covered with snow. */
  readonly isSnowy: boolean;
  /** Thickness of the mist in the valleys: 1 in fog, 0 without mist. */
  readonly mist: number;
  /** Visible elements, added by the code that paints them. */
  readonly drawn: Set<Element>;
  /** Pixels of the sun or moon: their positions in the raster, and their brightness in the red channel. */
  watched?: { element: 'sun' | 'moon'; shone: [place: number, light: number][] };
  /** Vertical position of the horizon, 0 at the top to 1 at the bottom. Set when the sky is laid out. */
  horizon: number;
}

export function createStage(plan: ScenePlan): Stage {
  const colors = {} as Record<keyof Palette, Linear>;
  for (const [key, hex] of Object.entries(plan.palette) as [keyof Palette, string][]) colors[key] = linearOf(hex);
  return {
    plan,
    raster: createRaster(plan.width, plan.height),
    aspect: plan.width / plan.height,
    colors,
    random: (label) => randomStream(plan.digest, label),
    noise: (label) => new Noise(randomStream(plan.digest, label)),
    wants: (element) => plan.elements.includes(element),
    forbids: (element) => plan.excludedElements.includes(element),
    tints: (target) => plan.tints.filter((tint) => tint.target === target).map(({ hex }) => linearOf(hex)),
    isSnowy: plan.elements.includes('snow-cover'),
    mist: mistOf(plan),
    drawn: new Set(),
    horizon: 0.6,
  };
}

function mistOf({ weather, isFogExcluded }: ScenePlan): number {
  if (weather === 'fog') return 1;
  if (isFogExcluded) return 0;
  return weather === 'clear' || weather === 'partly-cloudy' ? 0.24 : 0.5;
}
