import type { Context } from '../../../platform/context.ts';
import type { DrawnImages, ImageRequest } from '../../images/image-task.ts';

/** A picture that was decoded. */
export interface DrawnPicture {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly extension: string;
  /** In pixels, as it is and not as it was asked for. */
  readonly width: number;
  readonly height: number;
}

export interface DrawnPictures {
  /** What the log has of it. */
  readonly run: DrawnImages;
  readonly pictures: readonly DrawnPicture[];
  /** What somebody should know of the pictures, in sentences. */
  readonly notes: readonly string[];
}

/** Has pictures drawn for this surface: the engine that is always there stands later in the house. */
export interface PictureDrawer {
  /**
   * Who may, before a body is read. @throws Refusal
   * @returns whether it is somebody who only tries it out
   */
  admit(ctx: Context): boolean;
  /** @throws Refusal, RunFailed */
  draw(ctx: Context, request: ImageRequest): Promise<DrawnPictures>;
  /** Keeps a picture for a while. @returns where */
  link(ctx: Context, picture: DrawnPicture): Promise<string>;
}
