import path from 'node:path';
import { treeOf, walk } from '../syntax-tree.ts';
import { CLAUSE_WORDS, MAX_LOCAL_HOMONYMS, PARTICIPLES } from './rules.ts';

interface TypeDeclaration {
  name: string;
  file: string;
  isExported: boolean;
}

/**
 * Finds exported types that share a name, local types that share a name in many files, types named by a participle, and files
 * named by a clause or a participle.
 * @param sources text of each file by its path
 * @param exceptions reason by name of a type or path of a file. An unused exception is a problem.
 * @returns one message per problem: a line that describes it, followed by a line for each file of a type
 */
export function problemsIn(
  sources: ReadonlyMap<string, string>,
  exceptions: Readonly<Record<string, string>>,
): string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  const report = (name: string, problem: string, places: readonly TypeDeclaration[] = []) => {
    if (name in exceptions) used.add(name);
    else problems.push([`${name}: ${problem}.`, ...places.map(({ file }) => `  ${file}`)].join('\n'));
  };

  const declarations = [...sources].flatMap(([file, source]) => typesIn(file, source));
  for (const places of Map.groupBy(declarations, ({ name, file }) => `${isBrowser(file)} ${name}`).values()) {
    const { name } = places[0]!;
    const exporting = places.filter((place) => place.isExported);
    if (exporting.length > 1) report(name, `${exporting.length} exported types have this name`, exporting);
    else if (places.length > MAX_LOCAL_HOMONYMS) report(name, `${places.length} types have this name`, places);
    if (isParticiple(name)) report(name, 'a participle does not say what the type holds', places);
  }
  for (const file of sources.keys()) {
    const words = path.basename(file).split('.')[0]!.split('-');
    const clause = words.find((word) => CLAUSE_WORDS.has(word));
    if (clause !== undefined) report(file, `"${clause}" makes this file name a clause; name its content`);
    else if (words.length === 1 && isParticiple(words[0]!))
      report(file, 'a participle does not say what the file holds');
  }
  for (const name of Object.keys(exceptions)) {
    if (!used.has(name)) problems.push(`${name}: this exception in scripts/names/rules.ts is not needed any more.`);
  }
  return problems;
}

/** True for code of browsers. It can have types with the same names as the server's types, which it never imports. */
function isBrowser(file: string): boolean {
  return /^src\/(?:[^/]+\/)?web\//.test(file);
}

/** Types, interfaces, classes and enums declared in a file, except additions to an interface of another module. */
function typesIn(file: string, source: string): TypeDeclaration[] {
  const found: TypeDeclaration[] = [];
  const { program } = treeOf(file, source);
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
