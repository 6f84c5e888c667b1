/** A picture type the bank takes, recognised by its first bytes and never by what the sender calls it. */
export interface PictureType {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif' | 'image/gif';
  extension: 'png' | 'jpg' | 'webp' | 'avif' | 'gif';
}

export const PNG: PictureType = { mediaType: 'image/png', extension: 'png' };
export const JPEG: PictureType = { mediaType: 'image/jpeg', extension: 'jpg' };
export const WEBP: PictureType = { mediaType: 'image/webp', extension: 'webp' };
export const AVIF: PictureType = { mediaType: 'image/avif', extension: 'avif' };
export const GIF: PictureType = { mediaType: 'image/gif', extension: 'gif' };

/** The type of a picture by its magic bytes; null for everything else. */
export function pictureTypeOf(bytes: Buffer): PictureType | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return PNG;
  if (startsWith(bytes, '\xff\xd8\xff')) return JPEG;
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return GIF;
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return WEBP;
  if (isobmffBrands(bytes).some((brand) => brand === 'avif' || brand === 'avis')) return AVIF;
  return null;
}

/** The name of a picture type that is known but not taken, so that a refusal can tell the sender what to convert. */
export function unsupportedTypeNameOf(bytes: Buffer): string | null {
  if (startsWith(bytes, 'II*\0') || startsWith(bytes, 'MM\0*')) return 'TIFF';
  if (startsWith(bytes, '8BPS')) return 'Photoshop';
  if (startsWith(bytes, 'BM') && bytes.length > 26 && bytes.readUInt32LE(14) < 256) return 'BMP';
  if (startsWith(bytes, '\0\0\x01\0')) return 'icon';
  if (startsWith(bytes, '\xff\x0a') || startsWith(bytes, '\0\0\0\x0cJXL ')) return 'JPEG XL';
  if (isobmffBrands(bytes).some((brand) => /^(hei[csxm]|hev[cmsx]|mif1|msf1)$/.test(brand))) return 'HEIC';
  if (isSvg(bytes)) return 'SVG';
  return null;
}

/** A sequence says so in its brands; libheif would show only its cover picture. */
export function isAvifSequence(bytes: Buffer): boolean {
  return isobmffBrands(bytes).includes('avis');
}

/**
 * True for a WebP whose pixels are stored without loss: its picture is in a chunk `VP8L`, which comes first or after the
 * chunks of an extended file.
 * Source: RFC 9649 section 2.
 */
export function isLosslessWebp(bytes: Buffer): boolean {
  if (pictureTypeOf(bytes) !== WEBP) return false;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'VP8L') return true;
    if (name === 'VP8 ') return false;
    const byteSize = bytes.readUInt32LE(at + 4);
    at += 8 + byteSize + (byteSize % 2);
  }
  return false;
}

/**
 * Brands in the `ftyp` box that opens AVIF and HEIC files, the major one first.
 * Source: ISO/IEC 14496-12 section 4.3.
 */
function isobmffBrands(bytes: Buffer): string[] {
  if (bytes.length < 16 || !startsWith(bytes, 'ftyp', 4)) return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

function isSvg(bytes: Buffer): boolean {
  const head = bytes
    .toString('utf8', 0, 4096)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return /^<(\?xml|!--|!doctype svg|svg[\s>:])/i.test(head) && /<(\w+:)?svg[\s>]/i.test(head);
}

function startsWith(bytes: Buffer, magic: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + magic.length) === magic;
}
