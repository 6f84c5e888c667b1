/** Chunks that a PNG needs to be displayed correctly. All others (text, EXIF, profiles, unknown chunks) can carry a payload. */
const BARE_CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'pHYs', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'bKGD']);

/** True if a PNG has only pixels: no metadata, no animation, no byte after its end. */
export function isBarePng(bytes: Buffer): boolean {
  let last = { type: '', end: 0 };
  for (const chunk of pngChunks(bytes)) {
    if (!BARE_CHUNKS.has(chunk.type)) return false;
    last = chunk;
  }
  return last.type === 'IEND' && last.end === bytes.length;
}

/** True for an animated PNG, which has its `acTL` chunk before the pixels. Decoders without support show only the first frame. */
export function isAnimatedPng(bytes: Buffer): boolean {
  for (const { type } of pngChunks(bytes)) {
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

/**
 * The chunks of a PNG up to IEND, or up to where the file is cut off.
 * Source: PNG specification, third edition, section 5.3: length, type, data, CRC.
 */
function* pngChunks(bytes: Buffer): Iterable<{ type: string; end: number }> {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return;
    yield { type, end };
    if (type === 'IEND') return;
    at = end;
  }
}
