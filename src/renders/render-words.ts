import { forecastBrief } from '../painter/index.ts';
import type { Render } from './render.entity.ts';
import type { StoredDrawing } from './render-drawer.ts';

/** Title, alt text and note of a picture. */
export interface PictureWords {
  readonly title: string;
  /** Title from the request. Null if it had none. */
  readonly givenTitle: string | null;
  readonly alt: string;
  readonly note: string | null;
}

type TitledBrief = Pick<Render, 'prompt' | 'seed' | 'width' | 'height' | 'title'>;

const MAX_TITLE_LENGTH = 200;

/** Title of a picture with unchecked content: the prompt, marked as such. */
export function requestTitle(prompt: string): string {
  const words = [...`Asked for: ${prompt.replace(/\s+/g, ' ')}`];
  return words.length <= MAX_TITLE_LENGTH ? words.join('') : `${words.slice(0, MAX_TITLE_LENGTH - 1).join('')}…`;
}

/**
 * Words for a picture: its visible content if the engine drew it; otherwise its model, and a warning that the content is
 * unchecked.
 */
export function wordsOf(render: TitledBrief, { engine, provider, model, picture }: StoredDrawing): PictureWords {
  const ofEngine = forecastBrief(render).title;
  const ofModel = requestTitle(render.prompt);
  // A generated title was set when the render was queued, before it was known what would draw.
  const isOurs = render.title === ofEngine || render.title === ofModel;
  const givenTitle = isOurs ? null : render.title;
  if (engine) return { title: givenTitle ?? ofEngine, givenTitle, alt: engine.alt, note: engine.note };
  const { width, height } = picture;
  const isAsked = width === render.width && height === render.height;
  const size = isAsked
    ? ''
    : ` It has ${width} × ${height} pixels instead of the requested ${render.width} × ${render.height}.`;
  return {
    title: givenTitle ?? ofModel,
    givenTitle,
    alt: `Picture by ${model}, not described`,
    note: `Drawn by ${provider}/${model}. The content of the picture is unchecked.${size}`,
  };
}
