import { mix } from './color.ts';
import { between } from './random.ts';
import { addGlow, blendRun } from './raster.ts';
import { type Stage } from './stage.ts';

/** What falls between the eye and the view. */
export function paintWeather(stage: Stage) {
  switch (stage.plan.weather) {
    case 'snow':
      return paintSnowfall(stage);
    case 'rain':
      return paintRainfall(stage, 1);
    case 'storm':
      return paintRainfall(stage, 0.6);
  }
}

/** Flakes in three depths: dust far off, a few soft discs close by. */
function paintSnowfall(stage: Stage) {
  const { raster, aspect, colors } = stage;
  const { height } = raster;
  const random = stage.random('snowfall');
  const [r, g, b] = mix(colors.ambient, [1, 1, 1], stage.plan.timeOfDay === 'night' ? 0.35 : 0.7);
  for (const [count, radius, light] of [
    [1500, 0.0013, 0.24],
    [420, 0.0026, 0.3],
    [70, 0.0065, 0.16],
  ] as const) {
    for (let n = 0; n < count * aspect; n++) {
      const size = radius * between(random, 0.6, 1.5) * height;
      const power = light * between(random, 0.5, 1.2);
      const x = random() * aspect * height;
      const y = random() * height;
      addGlow(raster, x, y, Math.max(0.8, size), r * power, g * power, b * power);
    }
  }
}

/** Slanting streaks, mere tenths of the light behind them. */
function paintRainfall(stage: Stage, strength: number) {
  const { raster, aspect, colors } = stage;
  const { height } = raster;
  const random = stage.random('rainfall');
  const slant = between(random, -0.16, 0.16);
  const [r, g, b] = mix(colors.haze, [1, 1, 1], stage.plan.timeOfDay === 'night' ? 0 : 0.25);
  const count = Math.round(1100 * aspect * strength);
  for (let n = 0; n < count; n++) {
    const nearness = random() ** 2;
    const length = (0.02 + 0.06 * nearness) * height;
    const thick = Math.max(0.6, (0.0006 + 0.0009 * nearness) * height);
    const cover = (0.05 + 0.11 * nearness) * between(random, 0.5, 1.2);
    const x0 = between(random, -0.1, aspect + 0.1) * height;
    const y0 = Math.floor(between(random, -0.08, 1) * height);
    for (let k = 0; k < length; k++) {
      const fade = Math.sin((Math.PI * (k + 0.5)) / length);
      const x = x0 + slant * k;
      blendRun(raster, y0 + k, x, x + thick, r, g, b, cover * Math.max(0, fade));
    }
  }
}
