import { EmbeddedImages } from './embedded-images.ts';
import type { ImageTasks } from './image-task.ts';

/** The room of the pictures. */
export function composeImages(): ImageTasks {
  return new EmbeddedImages();
}
