/** A file to upload, with its path within the chosen or dropped folder. */
export interface PathFile {
  readonly path: string;
  readonly file: File;
}

/** Files that operating systems put into folders by themselves. */
const SYSTEM_FILES = /(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$|(?:^|\/)__MACOSX\//i;

/** Separates the files of a person from those that an operating system put there. */
export function withoutSystemFiles(files: readonly PathFile[]): { wanted: PathFile[]; skipped: number } {
  const wanted = files.filter(({ path }) => !SYSTEM_FILES.test(path));
  return { wanted, skipped: files.length - wanted.length };
}
