import type { RunOutput, RunSeal, SealsOutputs } from '../gateway/index.ts';
import type { Context } from '../platform/context.ts';
import type { SealLimits } from './seal.limits.ts';
import { sealUrl } from './seal.links.ts';
import type { SealService } from './seal.service.ts';
import { unsealableReason } from './sealable-output.ts';

/** Seals outputs of the gateway's runs on request, under the same limits as other texts. */
export class RunSealer implements SealsOutputs {
  readonly #seals: SealService;
  readonly #limits: Pick<SealLimits, 'takeSeal'>;
  readonly #publicUrl: string;

  constructor(seals: SealService, limits: Pick<SealLimits, 'takeSeal'>, publicUrl: string) {
    this.#seals = seals;
    this.#limits = limits;
    this.#publicUrl = publicUrl;
  }

  async assertMaySeal(ctx: Context): Promise<void> {
    await this.#seals.assertReady(ctx);
    await this.#limits.takeSeal(ctx);
  }

  async seal(ctx: Context, output: RunOutput): Promise<RunSeal | string> {
    const why = unsealableReason(output.text);
    if (why !== null) return why;
    const { id } = await this.#seals.sealOutput(ctx.fork(), output);
    return { id, verificationUrl: sealUrl(this.#publicUrl, id) };
  }
}
