import { type Comment, parseSync } from 'oxc-parser';

/** Node of oxc-parser's tree, with the members that nodes of every kind have. */
export interface AnyNode {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Syntax tree and comments of a TypeScript file. */
export function treeOf(file: string, source: string): { program: AnyNode; comments: Comment[] } {
  const { program, comments } = parseSync(file, source);
  const root: unknown = program;
  if (!isNode(root)) throw new Error(`The parser returned no tree for ${file}.`);
  return { program: root, comments };
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Visits a node and everything below it, parents first. */
export function walk(
  node: AnyNode,
  parent: AnyNode | null,
  visit: (node: AnyNode, parent: AnyNode | null) => void,
): void {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, node, visit);
    }
  }
}

/** Text of a string or template literal, with `hole` for each value. Null for other nodes. */
export function textOf(node: AnyNode, hole: string): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as { value: { cooked: string | null } }[]).map(({ value }) => value.cooked ?? '').join(hole);
}
