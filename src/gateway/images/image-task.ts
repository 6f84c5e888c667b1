import type { ImageUsage } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import type { RunSurface } from '../runs/run.entity.ts';

/** What somebody wants drawn, whatever door it came by. */
export interface ImageRequest {
  /** `media/image`. Who may not run tasks is drawn for by the engine alone: how often, is for the door to bound. */
  readonly task: string;
  readonly prompt: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Null: whatever the model takes. */
  readonly seed: number | null;
  /** How many pictures of the one prompt, from 1 on. */
  readonly count: number;
  readonly preference: 'COST' | 'LATENCY' | null;
  readonly surface: RunSurface;
  /** Of the run to be, where somebody has to know it before it begins; left out, it gets a new one. */
  readonly runId?: string;
}

/** A picture as its model gave it: not yet decoded, nor known to be one. */
export interface RawImage {
  readonly bytes: Uint8Array;
  /** What the provider calls it; null where it does not say. */
  readonly mediaType: string | null;
}

/** What draws in this process, without a model: handed in, because it stands later in the house. */
export interface EmbeddedEngine {
  /** Whether it can draw what the brief is about. What it cannot it never draws in the place of a model that failed. */
  covers(request: ImageRequest): boolean;
  draw(request: ImageRequest, signal: AbortSignal): Promise<readonly RawImage[]>;
}

/** Where a request would go as things stand. Calls and spends nothing. */
export interface ImageEstimate {
  /** Of the first of the path; null where it would be refused. */
  readonly deployment: string | null;
  /** Whether that is the engine of this process. */
  readonly isEmbedded: boolean;
}

/** Pictures that were drawn and paid for. In the log under `runId`. */
export interface DrawnImages {
  readonly runId: string;
  readonly deployment: string;
  /** As the provider calls what it used. */
  readonly model: string;
  readonly provider: string;
  readonly isEmbedded: boolean;
  readonly attempts: number;
  readonly images: readonly RawImage[];
  /** Count of the provider that answered. A member is null if it doesn't say. */
  readonly usage: ImageUsage;
  /** Null where nobody knows. */
  readonly costMicros: number | null;
  readonly isEstimated: boolean;
  readonly isPastSoftCap: boolean;
  readonly policyVersion: number;
  readonly overheadMs: number;
  /** What of the request was not applied, in sentences. */
  readonly warnings: readonly string[];
}

/** Draws pictures: routed, paid and logged as texts are. */
export interface ImageTasks {
  /**
   * @param engine left out: taken for one that covers the request
   * @throws Refusal for what would be refused whoever asks; not for want of money or a provider
   */
  estimate(ctx: Context, request: ImageRequest, engine?: Pick<EmbeddedEngine, 'covers'>): Promise<ImageEstimate>;
  /**
   * @param accept decodes what was given before the run counts as a success: what it throws as `ImageNotTaken` is the provider's
   *   failure GARBAGE, and another deployment may be tried
   * @throws Refusal before a run begins; RunFailed after, with `CONTENT_FILTER` where a provider would not draw it
   */
  draw(
    ctx: Context,
    request: ImageRequest,
    engine: EmbeddedEngine,
    accept: (image: RawImage) => Promise<void>,
  ): Promise<DrawnImages>;
}

/** The bytes are no picture, or none that is taken here. */
export class ImageNotTaken extends Error {
  override readonly name = 'ImageNotTaken';
}
