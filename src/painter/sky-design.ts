/** Sun or moon, in heights of the picture. */
export interface Disc {
  u: number;
  v: number;
  radius: number;
  isMoon: boolean;
}

export interface SkyDesign {
  /** Height of the horizon: 0 at the top of the picture, 1 at the bottom. */
  horizon: number;
  /** Position of the light, even if the disc is hidden or below the horizon. */
  light: { u: number; v: number };
  disc?: Disc;
  /** 0 clear, 1 closed. */
  cloudiness: number;
  /** 0 none, 1 a moonless night. */
  starlight: number;
}
