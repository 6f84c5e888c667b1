import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { treeOf, walk } from '../syntax-tree.ts';
import { CLAUSE_WORDS, EXCEPTIONS, MAX_LOCAL_HOMONYMS, PARTICIPLES } from './rules.ts';

/**
 * Checks the names of types and files in `src`: `npm run check:names`.
 * Fails for exported types with one name, for local types of one name in many files, for types named by a participle alone, and for
 * files named by a clause.
 */
interface TypeDeclaration {
  name: string;
  file: string;
  isExported: boolean;
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.ts', 'src/*.tsx'], {
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
})
  .split('\n')
  .filter((file) => file !== '' && !/\/generated\/|^src\/migrations\//.test(file));

const problems: string[] = [];
const used = new Set<string>();

const declarations = files.flatMap(typesIn);
for (const places of Map.groupBy(declarations, ({ name, file }) => `${isBrowser(file)} ${name}`).values()) {
  const { name } = places[0]!;
  const exporting = places.filter((place) => place.isExported);
  if (exporting.length > 1) report(name, `${exporting.length} exported types have this name`, exporting);
  else if (places.length > MAX_LOCAL_HOMONYMS) report(name, `${places.length} types have this name`, places);
  if (isParticiple(name)) report(name, 'a participle does not say what the type holds', places);
}
for (const file of files) {
  const words = path.basename(file).split('.')[0]!.split('-');
  const clause = words.find((word) => CLAUSE_WORDS.has(word));
  if (clause !== undefined) report(file, `"${clause}" makes this file name a clause; name its content`, []);
  else if (words.length === 1 && isParticiple(words[0]!))
    report(file, 'a participle does not say what the file holds', []);
}
for (const name of Object.keys(EXCEPTIONS)) {
  if (!used.has(name)) problems.push(`${name}: this exception in scripts/names/rules.ts is no longer needed.`);
}
for (const problem of problems) console.error(problem);
console.log(`Names: ${declarations.length} types in ${files.length} files, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;

function report(name: string, problem: string, places: readonly TypeDeclaration[]): void {
  if (name in EXCEPTIONS) {
    used.add(name);
    return;
  }
  problems.push([`${name}: ${problem}.`, ...places.map(({ file }) => `  ${file}`)].join('\n'));
}

/** Code for browsers names its types after those of the schema, and never meets the ones of the server. */
function isBrowser(file: string): boolean {
  return /^src\/(?:[^/]+\/)?web\//.test(file);
}

/** Types, interfaces, classes and enums declared in a file, but for additions to an interface of another module. */
function typesIn(file: string): TypeDeclaration[] {
  const found: TypeDeclaration[] = [];
  const { program } = treeOf(file, readFileSync(file, 'utf8'));
  const augmented: [start: number, end: number][] = [];
  walk(program, null, (node, parent) => {
    if (node.type === 'TSModuleDeclaration') augmented.push([node.start, node.end as number]);
    if (!/^(TSInterface|TSTypeAlias|Class|TSEnum)Declaration$/.test(node.type)) return;
    if (augmented.some(([start, end]) => node.start >= start && node.start < end)) return;
    const name = (node.id as { name: string } | null)?.name;
    if (name) found.push({ name, file, isExported: parent?.type === 'ExportNamedDeclaration' });
  });
  return found;
}

function isParticiple(name: string): boolean {
  const words = name.match(/[A-Z]?[a-z0-9]+/g) ?? [];
  return words.length === 1 && PARTICIPLES.test(name);
}
