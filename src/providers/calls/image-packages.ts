import type { ImageModelV4 } from '@ai-sdk/provider';
import type { Proxies } from '../../platform/http/proxies.ts';
import { imageFetch } from './image-download.ts';
import type { CalledProvider, PackageSettings } from './packages.ts';

export interface ImageSettings extends PackageSettings {
  /** True for a server other than the provider's own. Such servers can return URLs instead of images. */
  readonly isCompatible: boolean;
  readonly proxies: Proxies;
}

type MakeImageModel = (modelId: string) => ImageModelV4;

/** SDK packages with image models, loaded with the first request. */
const PACKAGES: Partial<Readonly<Record<CalledProvider, (settings: ImageSettings) => Promise<MakeImageModel>>>> = {
  async openai(settings) {
    if (settings.isCompatible) return compatible('openai', settings);
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI(settings).image;
  },
  async google(settings) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI(settings).image;
  },
  own: (settings) => compatible('own', settings),
};

async function compatible(name: string, { baseURL, apiKey, fetch, proxies }: ImageSettings): Promise<MakeImageModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name, baseURL, apiKey, fetch: imageFetch(fetch, baseURL, name, proxies) }).imageModel;
}

/** @throws if the provider's package has no image models */
export async function imageModelOf(
  provider: CalledProvider,
  modelId: string,
  settings: ImageSettings,
): Promise<ImageModelV4> {
  const make = await PACKAGES[provider]?.(settings);
  if (!make) throw new Error(`The package of ${provider} has no image models.`);
  return make(modelId);
}
