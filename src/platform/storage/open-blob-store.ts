import type { Proxies } from '../http/proxies.ts';
import type { BlobStore, BlobStoreOptions } from './blob-store.ts';
import { LocalBlobStore } from './local-blob-store.ts';
import { S3BlobStore } from './s3-blob-store.ts';
import type { StorageLocation } from './storage-location.ts';

/** Opens the store at this location. Connects to nothing before its first use. */
export function openBlobStore(
  location: StorageLocation,
  { proxies, ...options }: BlobStoreOptions & { proxies: Proxies },
): BlobStore {
  if ('folder' in location) return new LocalBlobStore(location.folder, options);
  return new S3BlobStore(location.s3, { ...options, proxyOf: (url) => proxies.of(url) });
}
