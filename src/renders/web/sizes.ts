import { texts } from './texts.ts';
/** Bounds of a picture's width and height in pixels, as the service accepts them. */
export const MIN_SIDE_PX = 256;
export const MAX_SIDE_PX = 2_048;

export const SIZES = [
  { value: '1024x1024', label: texts.sizes.square },
  { value: '1024x768', label: texts.sizes.landscape },
  { value: '1280x720', label: texts.sizes.wide },
  { value: '768x1024', label: texts.sizes.portrait },
  { value: '720x1280', label: texts.sizes.tall },
] as const;

export const OWN_SIZE = 'own';

export interface Size {
  width: number;
  height: number;
}

/** Value of the choice in `SIZES` with this width and height, or `OWN_SIZE` for any other size. */
export function choiceOf({ width, height }: Size): string {
  const value = `${width}x${height}`;
  return SIZES.some((size) => size.value === value) ? value : OWN_SIZE;
}

/** Parses a width or height in pixels. Null if the text isn't a number that the service accepts. */
export function sideOf(typed: string): number | null {
  const side = Number(typed.trim());
  return /^\d{1,5}$/.test(typed.trim()) && side >= MIN_SIDE_PX && side <= MAX_SIDE_PX ? side : null;
}
