import { JPEG, pictureTypeOf } from './picture-type.ts';

/**
 * Maximum number of repairs in one JPEG, more than the known errors of any camera need. The decoder rejects files with more
 * errors.
 */
const MAX_EDITS = 1_000;

const [SOF0, SOF1, SOF15, DHT, JPG, DAC] = [0xc0, 0xc1, 0xcf, 0xc4, 0xc8, 0xcc];
const [RST0, RST7, EOI, SOS, APP0, APP14, TEM] = [0xd0, 0xd7, 0xd9, 0xda, 0xe0, 0xee, 0x01];

/**
 * Colour transforms allowed in the APP14 segment of Adobe, by the number of components. Decoders use the second value in place of
 * unknown ones.
 */
const ADOBE_TRANSFORMS: Readonly<Record<number, readonly [number, number]>> = { 3: [0, 1], 4: [0, 2] };
/** The three parameter bytes in the SOS header of a sequential JPEG: coefficients 0 to 63, no successive approximation. */
const SEQUENTIAL = Buffer.from([0, 63, 0]);
const END_OF_IMAGE = Buffer.from([0xff, EOI]);
const NOTHING = Buffer.alloc(0);

/** Replaces the bytes from `from` up to, but not including, `to` with `by`. */
interface ByteEdit {
  from: number;
  to: number;
  by: Buffer;
}

interface JpegFrame {
  isHuffmanSequential: boolean;
  componentCount: number;
}

/**
 * Repairs errors of phones and other devices in a JPEG outside its pixels, so that a strict decoder accepts it. No byte of a scan
 * is changed, so the decoder still rejects every JPEG with missing data.
 *
 * - Samsung phones write wrong parameters in SOS of a sequential JPEG.
 * - Pixel phones and video door bells leave stray bytes between two segments.
 * - Web cameras leave out the end marker after a single, whole scan.
 * - Scanners and old editors write an unknown JFIF version or Adobe colour transform.
 *
 * Linear in the length, 20 ms for the longest. Returns the same buffer if there is nothing to repair.
 * Source: ITU-T T.81, annex B.
 */
export function repairJpeg(bytes: Buffer): Buffer {
  if (pictureTypeOf(bytes) !== JPEG) return bytes;
  const edits: ByteEdit[] = [];
  for (const edit of editsOf(bytes)) {
    if (edits.push(edit) > MAX_EDITS) return bytes;
  }
  if (edits.length === 0) return bytes;
  edits.sort((a, b) => a.from - b.from);
  const starts = [0, ...edits.map(({ to }) => to)];
  const kept = starts.map((start, n) => bytes.subarray(start, edits[n]?.from));
  return Buffer.concat(kept.flatMap((part, n) => [part, ...(edits[n] ? [edits[n].by] : [])]));
}

/** Yields the repairs, in any order. Stops where the file is cut off; the decoder rejects such files. */
function* editsOf(bytes: Buffer): Iterable<ByteEdit> {
  let frame: JpegFrame | null = null;
  let adobeTransformAt: number | null = null;
  let at = 2;
  for (;;) {
    const marker = nextMarker(bytes, at);
    if (!marker) return;
    if (marker.start > at) yield { from: at, to: marker.start, by: NOTHING };
    at = marker.end;
    const { code } = marker;
    if (code === EOI) return;
    if (code === TEM || isRestart(code)) continue;

    if (at + 2 > bytes.length) return;
    const body = at + 2;
    at += bytes.readUInt16BE(at);
    if (at < body || at > bytes.length) return;
    const segment = bytes.subarray(body, at);

    if (code === APP0 && isNamed(segment, 'JFIF\0', 14)) {
      if (segment[5] !== 1) yield replace(body + 5, [1]);
    } else if (code === APP14 && isNamed(segment, 'Adobe', 12)) {
      adobeTransformAt = body + 11;
    } else if (isFrame(code) && segment.length >= 6) {
      frame = { isHuffmanSequential: code === SOF0 || code === SOF1, componentCount: segment[5]! };
    } else if (code === SOS) {
      const componentCount = segment[0] ?? 0;
      if (!frame || segment.length < 4 + 2 * componentCount) return;
      const transforms = ADOBE_TRANSFORMS[frame.componentCount];
      if (transforms && adobeTransformAt !== null && !transforms.includes(bytes[adobeTransformAt]!)) {
        yield replace(adobeTransformAt, [transforms[1]]);
      }
      adobeTransformAt = null;
      const end = endOfScan(bytes, at);
      if (frame.isHuffmanSequential) {
        const parametersAt = body + 1 + 2 * componentCount;
        if (!SEQUENTIAL.equals(bytes.subarray(parametersAt, parametersAt + 3))) {
          yield replace(parametersAt, SEQUENTIAL);
        }
        // Adds the missing end marker after a sequential scan with all components. If data is missing too, the decoder still
        // rejects such a scan, because it ends too early. In other scans, the decoder wouldn't notice missing data.
        if (end === bytes.length && componentCount === frame.componentCount) {
          yield { from: end, to: end, by: END_OF_IMAGE };
        }
      }
      at = end;
    }
  }
}

/** Finds the next JPEG marker as decoders do: one or more bytes FF, then a byte that isn't 0. */
function nextMarker(bytes: Buffer, from: number): { start: number; end: number; code: number } | null {
  for (let start = from; start < bytes.length; start++) {
    if (bytes[start] !== 0xff) continue;
    let at = start + 1;
    while (bytes[at] === 0xff) at++;
    const code = bytes[at];
    if (code === undefined) return null;
    if (code !== 0) return { start, end: at + 1, code };
    start = at;
  }
  return null;
}

/**
 * Position of the marker that ends the scan, or the end of the file. The bytes FF 00 are data, and restart markers belong to the
 * scan.
 */
function endOfScan(bytes: Buffer, from: number): number {
  const last = bytes.length - 1;
  for (let at = from; at < last; at++) {
    if (bytes[at] !== 0xff) continue;
    const code = bytes[at + 1]!;
    if (code !== 0 && code !== 0xff && !isRestart(code)) return at;
  }
  return bytes.length;
}

function replace(at: number, by: readonly number[] | Buffer): ByteEdit {
  return { from: at, to: at + by.length, by: Buffer.from(by) };
}

function isNamed(segment: Buffer, name: string, minLength: number): boolean {
  return segment.length >= minLength && segment.toString('latin1', 0, name.length) === name;
}

function isRestart(code: number): boolean {
  return code >= RST0 && code <= RST7;
}

function isFrame(code: number): boolean {
  return code >= SOF0 && code <= SOF15 && code !== DHT && code !== JPG && code !== DAC;
}
