import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { DrawnImages, EmbeddedEngine, GivenImage, ImageOutlook, ImageRequest, ImageTasks } from './image-task.ts';

const ENGINE = 'embedded/renderer';

/** Draws with the engine of this process alone. */
export class EmbeddedImages implements ImageTasks {
  foresee(): Promise<ImageOutlook> {
    return Promise.resolve({ deployment: ENGINE, isEmbedded: true });
  }

  async draw(
    ctx: Context,
    request: ImageRequest,
    engine: EmbeddedEngine,
    accept: (image: GivenImage) => Promise<void>,
  ): Promise<DrawnImages> {
    const images = await engine.draw(request, ctx.signal);
    for (const image of images) await accept(image);
    return {
      runId: newId('run'),
      deployment: ENGINE,
      model: 'renderer',
      provider: 'embedded',
      isEmbedded: true,
      attempts: 1,
      images,
      costMicros: 0,
      isEstimated: false,
      isPastSoftCap: false,
      policyVersion: 1,
      overheadMs: 0,
      warnings: [],
    };
  }
}
