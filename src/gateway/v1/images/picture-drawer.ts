import type { Context } from '../../../platform/context.ts';
import type { DrawnImages, ImageRequest } from '../../images/image-task.ts';

/** Bytes of a generated image, and facts that were read from them. */
export interface DecodedPicture {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly extension: string;
  /** Actual width in pixels. */
  readonly width: number;
  readonly height: number;
}

export interface DrawResult {
  /** Facts about the run that drew the images. */
  readonly run: DrawnImages;
  readonly pictures: readonly DecodedPicture[];
  /** Sentences about the images, sent to the caller as warnings. */
  readonly notes: readonly string[];
}

/** Draws images for this API. Implemented by a later feature, which has the embedded engine. */
export interface PictureDrawer {
  /**
   * Checks access before the body is read. @throws Refusal
   * @returns true if the caller can't run tasks and gets limited images
   */
  admit(ctx: Context): boolean;
  /** @throws Refusal, RunFailed */
  draw(ctx: Context, request: ImageRequest): Promise<DrawResult>;
  /** Stores an image for an hour. @returns its URL */
  link(ctx: Context, picture: DecodedPicture): Promise<string>;
}
