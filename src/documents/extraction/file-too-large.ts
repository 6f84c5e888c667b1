import { DocumentRefusal } from './document-refusal.ts';
import { inMegabytes } from './extraction-limits.ts';

export function fileTooLarge(byteSize: number, maxBytes: number): DocumentRefusal {
  return new DocumentRefusal(
    'TOO_LARGE',
    `The file has ${inMegabytes(byteSize)}. At most ${inMegabytes(maxBytes)} are allowed. Split it into several files.`,
  );
}
