import { type AnyNode, textOf, treeOf, walk } from '../syntax-tree.ts';

/** Text in a screen's file. It belongs in `texts.ts`. */
export interface LiteralText {
  file: string;
  line: number;
  text: string;
}

/** Attributes and properties that people read. */
const TEXT_NAMES = new Set([
  'action',
  'all',
  'alt',
  'any',
  'aria-label',
  'caption',
  'description',
  'emptyText',
  'error',
  'hint',
  'label',
  'lead',
  'legend',
  'noMatchText',
  'only',
  'placeholder',
  'title',
  'announcement',
  'when',
]);
/** Elements whose content is code or a key, not prose. */
const CODE_ELEMENTS = new Set(['code', 'kbd']);
const SENTENCE = /^\p{Lu}[^<>{}]*\p{Ll}[.:]? .*\p{L}/u;
/** Terms and labels such as `Status`, unlike values such as `SUCCEEDED`. */
const CAPITALIZED = /^\p{Lu}\p{Ll}/u;
const CLASS_NAME = /^[a-z]+(-[a-z]+)+$/;
/** Path or fragment, such as `/readyz`. */
const ADDRESS = /^[/#]\S+$/;

/** Finds texts in a `.tsx` file: JSX text, attributes and properties that people read, terms and sentences. */
export function literalTextsIn(file: string, source: string): LiteralText[] {
  const found: LiteralText[] = [];
  const { program } = treeOf(file, source);
  walk(program, null, (node, parent) => {
    const text = node.type === 'JSXText' ? String(node.value) : textOf(node, '');
    if (text === null || !/\p{L}/u.test(text) || !isRead(node, parent, text)) return;
    found.push({ file, line: source.slice(0, node.start).split('\n').length, text: text.trim() });
  });
  return found;
}

function isRead(node: AnyNode, parent: AnyNode | null, text: string): boolean {
  if (ADDRESS.test(text.trim())) return false;
  if (node.type === 'JSXText') return !(parent && CODE_ELEMENTS.has(elementName(parent)));
  if (parent?.type === 'JSXAttribute') return TEXT_NAMES.has(nameOf(parent.name as AnyNode));
  if (SENTENCE.test(text)) return true;
  if (parent?.type === 'Property')
    return parent.value === node && TEXT_NAMES.has(nameOf(parent.key as AnyNode)) && !CLASS_NAME.test(text);
  if (!CAPITALIZED.test(text)) return false;
  if (parent?.type === 'ArrayExpression') return isTerm(node, parent.elements as AnyNode[]);
  return parent?.type === 'ConditionalExpression' || parent?.type === 'LogicalExpression';
}

/** True for the term of `['Status', <StatusBadge />]`. */
function isTerm(node: AnyNode, elements: readonly AnyNode[]): boolean {
  return elements.length === 2 && elements[0] === node && elements[1]!.type !== 'Literal';
}

function elementName(element: AnyNode): string {
  const opening = element.openingElement as AnyNode | undefined;
  return opening ? nameOf(opening.name as AnyNode) : '';
}

function nameOf(node: AnyNode): string {
  return node.type === 'Literal' ? String(node.value) : String(node.name ?? '');
}
