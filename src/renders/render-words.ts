import { forecastBrief } from '../painter/index.ts';
import type { Render } from './render.entity.ts';
import type { StoredDrawing } from './render-drawer.ts';

/** Texts of a drawn picture, for its row in the bank. `note` is a remark for the requester. */
export interface PictureWords {
  readonly title: string;
  /** Title that the requester gave. Null if the title was generated. */
  readonly givenTitle: string | null;
  readonly alt: string;
  readonly note: string | null;
}

type TitledBrief = Pick<Render, 'prompt' | 'seed' | 'width' | 'height' | 'title'>;

const MAX_TITLE_LENGTH = 200;

/** Title of a picture that a model drew: `Asked for:` and the prompt, cut to the maximum length. */
export function requestTitle(prompt: string): string {
  const words = [...`Asked for: ${prompt.replace(/\s+/g, ' ')}`];
  return words.length <= MAX_TITLE_LENGTH ? words.join('') : `${words.slice(0, MAX_TITLE_LENGTH - 1).join('')}…`;
}

/**
 * Texts for a drawn picture: its visible content if the embedded engine drew it; otherwise the name of the model, and a warning
 * that the content is unchecked.
 */
export function wordsOf(render: TitledBrief, { engine, provider, model, picture }: StoredDrawing): PictureWords {
  const ofEngine = forecastBrief(render).title;
  const ofModel = requestTitle(render.prompt);
  // A generated title was set when the render was queued, before it was known whether the engine or a model would draw the
  // picture.
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
