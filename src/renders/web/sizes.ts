/** In pixels, as the service takes them. */
export const MIN_SIDE_PX = 256;
export const MAX_SIDE_PX = 2_048;

export const SIZES = [
  { value: '1024x1024', label: 'Square, 1,024 × 1,024' },
  { value: '1024x768', label: 'Landscape, 1,024 × 768' },
  { value: '1280x720', label: 'Wide, 1,280 × 720' },
  { value: '768x1024', label: 'Portrait, 768 × 1,024' },
  { value: '720x1280', label: 'Tall, 720 × 1,280' },
] as const;

export const OWN_SIZE = 'own';

export interface Size {
  width: number;
  height: number;
}

/** As one of the choices, else as one's own. */
export function choiceOf({ width, height }: Size): string {
  const value = `${width}x${height}`;
  return SIZES.some((size) => size.value === value) ? value : OWN_SIZE;
}

/** Null for what is no side. */
export function sideOf(typed: string): number | null {
  const side = Number(typed.trim());
  return /^\d{1,5}$/.test(typed.trim()) && side >= MIN_SIDE_PX && side <= MAX_SIDE_PX ? side : null;
}
