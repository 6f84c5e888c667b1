import { forecastBrief } from '../painter/index.ts';
import type { Render } from './render.entity.ts';
import type { StoredDrawing } from './render-drawer.ts';

/** What may be said of a picture, in words. */
export interface PictureWords {
  readonly title: string;
  /** The title of the request. Null when it had none. */
  readonly givenTitle: string | null;
  readonly alt: string;
  readonly note: string | null;
}

type TitledBrief = Pick<Render, 'prompt' | 'seed' | 'width' | 'height' | 'title'>;

const MAX_TITLE_LENGTH = 200;

/** A title that says no more than is known before anybody has looked. */
export function requestTitle(prompt: string): string {
  const words = [...`Asked for: ${prompt.replace(/\s+/g, ' ')}`];
  return words.length <= MAX_TITLE_LENGTH ? words.join('') : `${words.slice(0, MAX_TITLE_LENGTH - 1).join('')}…`;
}

/** Of what the engine drew, what can be seen in it; of a model's picture, whose it is, and that nobody has looked. */
export function wordsOf(render: TitledBrief, { engine, provider, model, picture }: StoredDrawing): PictureWords {
  const ofEngine = forecastBrief(render).title;
  const ofModel = requestTitle(render.prompt);
  // One of our own was chosen before it was known who would draw.
  const isOurs = render.title === ofEngine || render.title === ofModel;
  const givenTitle = isOurs ? null : render.title;
  if (engine) return { title: givenTitle ?? ofEngine, givenTitle, alt: engine.alt, note: engine.note };
  const { width, height } = picture;
  const isAsked = width === render.width && height === render.height;
  const size = isAsked ? '' : ` It has ${width} × ${height} pixels; asked for were ${render.width} × ${render.height}.`;
  return {
    title: givenTitle ?? ofModel,
    givenTitle,
    alt: `Picture by ${model}, not described`,
    note: `Drawn by ${provider}/${model}: nobody has looked whether the picture shows what was asked for.${size}`,
  };
}
