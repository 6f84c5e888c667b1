import sharp from 'sharp';

/** A picture of about so many bytes. */
export function noise(bytes: number): Promise<Buffer> {
  const side = Math.floor(Math.sqrt(bytes / 3));
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
