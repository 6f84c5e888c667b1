import type { ImageModelV4 } from '@ai-sdk/provider';
import type { Proxies } from '../../platform/http/proxies.ts';
import { imageFetch } from './image-download.ts';
import type { CalledProvider, PackageSettings } from './packages.ts';

export interface ImageSettings extends PackageSettings {
  /** Whether another server than the provider's own stands there, which may give addresses in the place of pictures. */
  readonly isCompatible: boolean;
  readonly proxies: Proxies;
}

type MakeImageModel = (modelId: string) => ImageModelV4;

/** The packages that draw, loaded when the first picture is asked for. Whoever adds one adds a line. */
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

/** @throws for a provider whose package draws nothing */
export async function imageModelOf(
  provider: CalledProvider,
  modelId: string,
  settings: ImageSettings,
): Promise<ImageModelV4> {
  const make = await PACKAGES[provider]?.(settings);
  if (!make) throw new Error(`The package of ${provider} draws nothing.`);
  return make(modelId);
}
