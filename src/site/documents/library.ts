import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Refusal } from '../../platform/errors/errors.ts';

/** A Markdown file of the project. */
export interface LibraryDocument {
  /** Its path within the folder, without its ending: `gateway`, `decisions/0003-hot-reads`. */
  name: string;
  /** Its first heading, as Markdown. */
  title: string;
  /** The first sentence below it, as Markdown without links. */
  summary: string;
  source: string;
}

/** What stands in the folder by itself, before anything else: the list that people read first. */
export const INDEX = 'README';
/** The one folder within it. */
export const DECISIONS = 'decisions';

/** The project's documents: the files of one folder, read once and kept. Nothing else can be asked for by whatever name. */
export class Library {
  readonly #folder: string;
  #read: Promise<ReadonlyMap<string, LibraryDocument>> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** All of them by name, in the order of their names. */
  all(): Promise<ReadonlyMap<string, LibraryDocument>> {
    this.#read ??= this.#readAll().catch((error: unknown) => {
      this.#read = null;
      throw error;
    });
    return this.#read;
  }

  async #readAll(): Promise<ReadonlyMap<string, LibraryDocument>> {
    try {
      const names = [...(await this.#namesIn('')), ...(await this.#namesIn(DECISIONS))];
      return new Map(await Promise.all(names.map(async (name) => [name, await this.#readOne(name)] as const)));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
      const detail = 'The documents were not installed. Put the folder `docs` of the project beside its package.json.';
      throw new Refusal('SERVICE_UNAVAILABLE', detail, { cause });
    }
  }

  async #namesIn(folder: string): Promise<string[]> {
    const files = await readdir(join(this.#folder, folder));
    return files
      .filter((file) => file.endsWith('.md'))
      .map((file) => (folder && `${folder}/`) + basename(file, '.md'))
      .sort();
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
