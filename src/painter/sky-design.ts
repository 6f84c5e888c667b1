/** Position and size of the sun or moon, as multiples of the picture's height. */
export interface Disc {
  u: number;
  v: number;
  radius: number;
  isMoon: boolean;
}

export interface SkyDesign {
  /** Vertical position of the horizon: 0 at the top of the picture, 1 at the bottom. */
  horizon: number;
  /** Position of the sun or moon, even if it is hidden or below the horizon. */
  light: { u: number; v: number };
  disc?: Disc;
  /** Cloud cover: 0 for a clear sky, 1 for an overcast one. */
  cloudiness: number;
  /** Visibility of stars: 0 for none, 1 for a moonless night. */
  starlight: number;
}
