import type { PathFile } from './path-file.ts';

/** Maximum number of files per request, as the service allows. */
const FILES_PER_REQUEST = 10;
/** Maximum bytes of files per request. The service allows 5 MB more, which the form’s other parts need less of. */
const BYTES_PER_REQUEST = 100_000_000;

/** A file that waits to be uploaded. */
interface WaitingFile extends PathFile {
  caseId: string;
  /** Request in which the file was sent before. Null if it wasn’t. */
  batch: object | null;
}

/** True for a file that the service replaces by the files in it. */
export const isZip = ({ path }: PathFile) => /\.zip$/i.test(path);

/**
 * Files of the next request: those of a request that must be repeated, or waiting ones of one case. A zip is sent alone, because
 * the service answers with its files instead.
 */
export function nextRequest<Upload extends WaitingFile>(waiting: readonly Upload[]): Upload[] {
  const [first] = waiting;
  if (!first) return [];
  if (first.batch) return waiting.filter(({ batch }) => batch === first.batch);
  const files: Upload[] = [];
  let bytes = 0;
  for (const one of waiting) {
    if (one.caseId !== first.caseId || one.batch) continue;
    const isAlone = isZip(one);
    if (files.length > 0 && (isAlone || bytes + one.file.size > BYTES_PER_REQUEST)) break;
    files.push(one);
    bytes += one.file.size;
    if (isAlone || files.length === FILES_PER_REQUEST) break;
  }
  return files;
}
