import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { Refusal } from '../../platform/errors/errors.ts';

/** A document of the project, written in Markdown. */
export interface LibraryDocument {
  /**
   * Path of the file in the folder of documents, without extension, e.g. `gateway`,
   * `decisions/0003-compile-frequent-reads-to-one-statement`.
   */
  name: string;
  /** Text of the first heading, as Markdown. */
  title: string;
  /**
   * First sentence after the title, as Markdown without links. If the first paragraph has no full stop, the whole paragraph.
   */
  summary: string;
  source: string;
}

/** A picture file that documents can show. */
export interface LibraryPicture {
  bytes: Buffer;
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
}

/** Name of the start document, which lists the others. */
export const INDEX = 'README';
/** Name of the subfolder with the decision records. */
export const DECISIONS = 'decisions';
/** Name of the subfolder with the pictures. */
export const PICTURES = 'images';

/**
 * The project's documents and their pictures: the files of one folder, read once and kept in memory. A requested name is looked
 * up among these files and never used as a path, so that no other file can be read.
 */
export class Library {
  readonly #folder: string;
  #documents: Promise<ReadonlyMap<string, LibraryDocument>> | null = null;
  #pictures: Promise<ReadonlyMap<string, LibraryPicture>> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Reads all documents, by name: first those of the folder itself, then the decision records. Both groups are sorted by name.
   */
  all(): Promise<ReadonlyMap<string, LibraryDocument>> {
    this.#documents ??= this.#readAll().catch((error: unknown) => {
      this.#documents = null;
      throw asNotInstalled(error);
    });
    return this.#documents;
  }

  /** Reads all pictures, by file name. */
  pictures(): Promise<ReadonlyMap<string, LibraryPicture>> {
    this.#pictures ??= this.#readPictures().catch((error: unknown) => {
      this.#pictures = null;
      throw asNotInstalled(error);
    });
    return this.#pictures;
  }

  async #readAll(): Promise<ReadonlyMap<string, LibraryDocument>> {
    const names = [...(await this.#namesIn('')), ...(await this.#namesIn(DECISIONS))];
    return new Map(await Promise.all(names.map(async (name) => [name, await this.#readOne(name)] as const)));
  }

  async #readPictures(): Promise<ReadonlyMap<string, LibraryPicture>> {
    const files = await this.#filesIn(PICTURES, '.webp');
    return new Map(await Promise.all(files.map(async (file) => [file, await this.#readPicture(file)] as const)));
  }

  async #filesIn(folder: string, ending: string): Promise<string[]> {
    const files = await readdir(join(this.#folder, folder));
    return files.filter((file) => file.endsWith(ending)).sort();
  }

  async #namesIn(folder: string): Promise<string[]> {
    const files = await this.#filesIn(folder, '.md');
    return files.map((file) => (folder && `${folder}/`) + basename(file, '.md'));
  }

  async #readPicture(file: string): Promise<LibraryPicture> {
    const bytes = await readFile(join(this.#folder, PICTURES, file));
    const { width, height } = await sharp(bytes).metadata();
    return { bytes, width, height };
  }

  async #readOne(name: string): Promise<LibraryDocument> {
    const source = await readFile(join(this.#folder, `${name}.md`), 'utf8');
    const [heading = '', opening = ''] = source.split(/\n{2,}/);
    const prose = opening.replaceAll('\n', ' ').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
    return {
      name,
      title: heading.replace(/^# /, ''),
      summary: /^.*?\.(?=\s|$)/.exec(prose)?.[0] ?? prose.replace(/:$/, '.'),
      source,
    };
  }
}

function asNotInstalled(cause: unknown): unknown {
  if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') return cause;
  const detail = 'The documents aren’t installed. Copy the folder `docs` of the project next to its package.json.';
  return new Refusal('SERVICE_UNAVAILABLE', detail, { cause });
}
