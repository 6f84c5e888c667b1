export const PictureRefusal = {
  NOT_A_PICTURE: 'NOT_A_PICTURE',
  UNSUPPORTED_TYPE: 'UNSUPPORTED_TYPE',
  TOO_LARGE: 'TOO_LARGE',
  TOO_MANY_PIXELS: 'TOO_MANY_PIXELS',
  TOO_MANY_FRAMES: 'TOO_MANY_FRAMES',
  DAMAGED: 'DAMAGED',
} as const;
export type PictureRefusal = (typeof PictureRefusal)[keyof typeof PictureRefusal];

/** Thrown when bytes can't be added to the bank. `reason` is a stable code; `message` tells the caller what to do. */
export class PictureRefusedError extends Error {
  override readonly name = 'PictureRefused';
  readonly reason: PictureRefusal;

  constructor(reason: PictureRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  static damaged(cause?: unknown): PictureRefusedError {
    const message = 'The picture is damaged or incomplete. Open it, save it again and send the new file.';
    return new PictureRefusedError('DAMAGED', message, { cause });
  }
}
