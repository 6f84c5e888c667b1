import type { ImageUsage } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import type { RunSurface } from '../runs/run.entity.ts';

/** A request for images from any API or feature. */
export interface ImageRequest {
  /**
   * `media/image`. For callers who can't run tasks only the embedded engine draws, within a limit that the feature calling this
   * API enforces.
   */
  readonly task: string;
  readonly prompt: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Null if the model chooses the seed. */
  readonly seed: number | null;
  /** Number of images of the prompt, from 1. */
  readonly count: number;
  readonly preference: 'COST' | 'LATENCY' | null;
  readonly surface: RunSurface;
  /** Id for the run, if the caller needs to know it in advance. Default: a new id. */
  readonly runId?: string;
}

/** An image as the model returned it, not decoded and not checked. */
export interface RawImage {
  readonly bytes: Uint8Array;
  /** Media type according to the provider. Null if it doesn't report one. */
  readonly mediaType: string | null;
}

/** Decodes an image and returns it as the service keeps it, without foreign metadata. @throws ImageNotTaken */
export type AcceptsImage = (image: RawImage) => Promise<Pick<RawImage, 'bytes'>>;

/** The engine that draws in this process, without a model. Passed in, since it belongs to a later feature. */
export interface EmbeddedEngine {
  /** True if the engine can draw all of the brief. Otherwise it doesn't replace a model that has a key. */
  covers(request: ImageRequest): boolean;
  draw(request: ImageRequest, signal: AbortSignal): Promise<readonly RawImage[]>;
}

/** Expected deployment of a request. Estimating calls no model and spends nothing. */
export interface ImageEstimate {
  /** First deployment of the path. Null if the request would be refused. */
  readonly deployment: string | null;
  /** True if `deployment` is the embedded engine. */
  readonly isEmbedded: boolean;
}

/** Images that were drawn. Their run is recorded under `runId`. */
export interface DrawnImages {
  readonly runId: string;
  readonly deployment: string;
  /** Model, as the provider names it. */
  readonly model: string;
  readonly provider: string;
  readonly isEmbedded: boolean;
  readonly attempts: number;
  readonly images: readonly RawImage[];
  /** Usage reported by the provider that answered. A count is null if it wasn't reported, or is impossible. */
  readonly usage: ImageUsage;
  /** Null if unknown. */
  readonly costMicros: number | null;
  readonly isEstimated: boolean;
  readonly isPastSoftCap: boolean;
  readonly policyVersion: number;
  readonly overheadMs: number;
  /** Sentences for the caller, for example about parts of the request that were not applied. */
  readonly warnings: readonly string[];
}

/** Runs image tasks, which are routed, charged and recorded like text tasks. */
export interface ImageTasks {
  /**
   * @param engine tells if the embedded engine covers the request; default: it does
   * @throws Refusal, but not if the routing decision has no path: then the estimate has no deployment
   */
  estimate(ctx: Context, request: ImageRequest, engine?: Pick<EmbeddedEngine, 'covers'>): Promise<ImageEstimate>;
  /**
   * @param accept decodes an image before the run counts as a success, and returns the bytes that are kept of it, whose digest is
   *   recorded. `ImageNotTaken` counts as failure GARBAGE of the provider, so that another deployment may be called.
   * @throws Refusal before a run starts; RunFailed after, with `CONTENT_FILTER` if a provider refuses the prompt
   */
  draw(ctx: Context, request: ImageRequest, engine: EmbeddedEngine, accept: AcceptsImage): Promise<DrawnImages>;
}

/** Thrown by `accept` if the bytes are not a supported image. */
export class ImageNotTaken extends Error {
  override readonly name = 'ImageNotTaken';
}
