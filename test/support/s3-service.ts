import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import type { Api } from './api.ts';
import { S3Proxy } from './s3-proxy.ts';
import type { SwiftBucket } from './swift-of-run.ts';

/** The setting of a service that keeps its pictures in a bucket, through a proxy that misbehaves when it is told to. */
export async function bucketBehindProxy({ bucket, endpoint }: SwiftBucket) {
  const proxy = await S3Proxy.before(endpoint);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const urlAt = (address: string) => `s3://${bucket}/pictures?endpoint=${encodeURIComponent(address)}`;
  return { proxy, storageUrl: urlAt(proxy.endpoint), directUrl: urlAt(endpoint) };
}

/** A picture of noise, which hardly shrinks: about as many bytes as `side` squared, times three. */
export async function noisePicture(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
}

/** Uploads a picture and gives the REST answer. */
export const uploadPicture = (api: Api, bytes: Buffer) =>
  api.json('/api/admin/image-bank', {
    as: 'operator',
    body: { title: 'Noise', imageBase64: bytes.toString('base64') },
  });
