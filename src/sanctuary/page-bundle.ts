import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SanctuaryBundle } from './page-data.ts';

export interface SanctuaryBuild {
  bundle: SanctuaryBundle;
  /** File names of the page’s scripts and styles in the folder of assets. */
  script: string;
  preloads: readonly string[];
  styles: readonly string[];
}

type Manifest = Readonly<Record<string, { file: string; imports?: readonly string[]; css?: readonly string[] }>>;
const ENTRY = 'main.tsx';

/** Loads the page’s build once. Until the build exists, each call looks for it again. */
export class SanctuaryBuildLoader {
  readonly #folder: string;
  #read: Promise<SanctuaryBuild | null> | null = null;

  /** @param folder build folder with the subfolders `client` and `server` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the page’s build. Null if the page wasn’t built. */
  async find(): Promise<SanctuaryBuild | null> {
    this.#read ??= readBuilt(this.#folder);
    const built = await this.#read;
    if (!built) this.#read = null;
    return built;
  }
}

async function readBuilt(folder: string): Promise<SanctuaryBuild | null> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(folder, 'client/.vite/manifest.json'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  // Loaded with `require` instead of `import`, so that a test runner doesn’t transform the built code.
  const bundle: SanctuaryBundle = createRequire(import.meta.url)(join(folder, 'server/server.mjs'));
  const { file, imports = [], css = [] } = manifest[ENTRY]!;
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  return {
    bundle,
    script: nameOf(file),
    preloads: imports.map((chunk) => nameOf(manifest[chunk]!.file)),
    styles: [...css, ...imports.flatMap((chunk) => manifest[chunk]!.css ?? [])].map(nameOf),
  };
}
