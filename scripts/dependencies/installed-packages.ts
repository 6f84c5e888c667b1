import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';

interface LockedPackage {
  version: string;
  license?: string;
  dependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  packages: Readonly<Record<string, LockedPackage>>;
}

interface Manifest {
  dependencies: Readonly<Record<string, string>>;
}

/** A production dependency as it is installed. */
export interface InstalledPackage {
  name: string;
  version: string;
  licence: string;
  /** Bytes of the package's files. */
  bytes: number;
  /** Bytes of the package's files and of all packages that the package needs, except those for one platform only. */
  bytesWithDependencies: number;
}

/** The production dependencies in `package.json`, sorted by name, with the facts in `package-lock.json` and `node_modules`. */
export function installedPackages(): InstalledPackage[] {
  const { packages } = readJson<Lock>('package-lock.json');
  const sizes = new Map<string, number>();
  const sizeOf = (place: string) => {
    const known = sizes.get(place) ?? bytesIn(path.join(PROJECT_ROOT, place));
    sizes.set(place, known);
    return known;
  };
  return Object.keys(readJson<Manifest>('package.json').dependencies)
    .sort()
    .map((name) => {
      const place = `node_modules/${name}`;
      const { version, license } = packages[place]!;
      const places = [...neededBy(place, packages)];
      return {
        name,
        version,
        licence: license ?? licenceInManifest(place),
        bytes: sizeOf(place),
        bytesWithDependencies: places.reduce((total, each) => total + sizeOf(each), 0),
      };
    });
}

/** The package and all its dependencies, by path. Optional packages are platform-specific and are left out. */
function neededBy(place: string, packages: Lock['packages'], found = new Set<string>()): Set<string> {
  if (found.has(place)) return found;
  found.add(place);
  for (const name of Object.keys(packages[place]!.dependencies ?? {})) {
    neededBy(placeFrom(place, name, packages), packages, found);
  }
  return found;
}

/** Finds a package like Node does: in the nearest `node_modules` on the way up. */
function placeFrom(from: string, name: string, packages: Lock['packages']): string {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/')))) {
    const place = above === '' ? `node_modules/${name}` : `${above}/node_modules/${name}`;
    if (place in packages) return place;
    if (above === '') throw new Error(`package-lock.json has no ${name}, which ${from} needs. Run npm install.`);
  }
}

/** Licences of a package whose manifest has them in a list, as manifests had before npm 2. */
function licenceInManifest(place: string): string {
  const { licenses = [] } = readJson<{ licenses?: { type: string }[] }>(`${place}/package.json`);
  if (licenses.length === 0) throw new Error(`${place} doesn't say its licence.`);
  return licenses.map(({ type }) => type).join(' or ');
}

/** Size without nested packages, which are listed separately. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((total, entry) => {
    const below = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? total : total + bytesIn(below);
    return total + (entry.isFile() ? statSync(below).size : 0);
  }, 0);
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(PROJECT_ROOT, file), 'utf8')) as T;
}
