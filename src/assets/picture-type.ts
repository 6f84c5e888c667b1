/**
 * A picture type that the bank accepts. It is recognized by the first bytes of a file, never by the type that the client
 * declares.
 */
export interface PictureType {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif' | 'image/gif';
  extension: 'png' | 'jpg' | 'webp' | 'avif' | 'gif';
}

export const PNG: PictureType = { mediaType: 'image/png', extension: 'png' };
export const JPEG: PictureType = { mediaType: 'image/jpeg', extension: 'jpg' };
export const WEBP: PictureType = { mediaType: 'image/webp', extension: 'webp' };
export const AVIF: PictureType = { mediaType: 'image/avif', extension: 'avif' };
export const GIF: PictureType = { mediaType: 'image/gif', extension: 'gif' };

/** Number of bytes at the beginning of a file by which its format is recognised. */
export const MOST_READ = 4_096;

/** Picture type that the first bytes of a file identify. Null for other files. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return PNG;
  if (startsWith(bytes, '\xff\xd8\xff')) return JPEG;
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return GIF;
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return WEBP;
  if (isobmffBrands(bytes).some((brand) => brand === 'avif' || brand === 'avis')) return AVIF;
  return null;
}

/** Name of a known picture type that the bank doesn't accept, for the error message. Null for other files. */
export function unsupportedTypeNameOf(bytes: Uint8Array): string | null {
  if (startsWith(bytes, 'II*\0') || startsWith(bytes, 'MM\0*')) return 'TIFF';
  if (startsWith(bytes, '8BPS')) return 'Photoshop';
  if (startsWith(bytes, 'BM') && bytes.length > 26 && viewOf(bytes).getUint32(14, true) < 256) return 'BMP';
  if (startsWith(bytes, '\0\0\x01\0')) return 'icon';
  if (startsWith(bytes, '\xff\x0a') || startsWith(bytes, '\0\0\0\x0cJXL ')) return 'JPEG XL';
  if (isobmffBrands(bytes).some((brand) => /^(hei[csxm]|hev[cmsx]|mif1|msf1)$/.test(brand))) return 'HEIC';
  if (isSvg(bytes)) return 'SVG';
  return null;
}

/**
 * Name of a file format that isn't accepted, recognized by the first bytes. Null for an accepted picture, and for an unknown
 * format.
 */
export function otherFormatNameOf(bytes: Uint8Array): string | null {
  if (pictureTypeOf(bytes)) return null;
  const picture = unsupportedTypeNameOf(bytes);
  if (picture) return picture;
  if (startsWith(bytes, '%PDF-')) return 'PDF';
  if (startsWith(bytes, 'PK\x03\x04')) return 'ZIP';
  if (isobmffBrands(bytes).some((brand) => /^(isom|iso[2-9]|mp4[12]|M4V |qt {2}|3gp\d)$/.test(brand))) return 'video';
  return null;
}

/** True for an AVIF image sequence, by the brands in its header. libheif would only decode its cover picture. */
export function isAvifSequence(bytes: Uint8Array): boolean {
  return isobmffBrands(bytes).includes('avis');
}

/**
 * True for a WebP whose pixels are stored without loss: its pixels are in a chunk `VP8L`, which comes first or, in an extended
 * file, after other chunks.
 * Source: RFC 9649 section 2.
 */
export function isLosslessWebp(bytes: Uint8Array): boolean {
  if (pictureTypeOf(bytes) !== WEBP) return false;
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (startsWith(bytes, 'VP8L', at)) return true;
    if (startsWith(bytes, 'VP8 ', at)) return false;
    const byteSize = viewOf(bytes).getUint32(at + 4, true);
    at += 8 + byteSize + (byteSize % 2);
  }
  return false;
}

/**
 * Format brands in the `ftyp` box that opens AVIF and HEIC files, the major brand first.
 * Source: ISO/IEC 14496-12 section 4.3.
 */
function isobmffBrands(bytes: Uint8Array): string[] {
  if (bytes.length < 16 || !startsWith(bytes, 'ftyp', 4)) return [];
  const end = Math.min(viewOf(bytes).getUint32(0), bytes.length, 256);
  const brands = [latin1(bytes, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin1(bytes, at));
  return brands;
}

function isSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, MOST_READ)).trimStart();
  return /^<(\?xml|!--|!doctype svg|svg[\s>:])/i.test(head) && /<(\w+:)?svg[\s>]/i.test(head);
}

function startsWith(bytes: Uint8Array, magic: string, at = 0): boolean {
  return latin1(bytes, at, magic.length) === magic;
}

function latin1(bytes: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
