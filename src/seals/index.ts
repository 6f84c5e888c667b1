export { AssetSealResolver } from './asset-seal.resolver.ts';
export { Seal } from './seal.entity.ts';
export { SealResolver } from './seal.resolver.ts';
export { SealService } from './seal.service.ts';
export { sealRenderedAssets } from './seal-rendered-assets.ts';
export { LocalSigner } from './signer.ts';
export { verifyPages } from './verify-pages.ts';
