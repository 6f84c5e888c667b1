import { type AnyNode, textOf, treeOf, walk } from '../syntax-tree.ts';

/** A literal that holds SQL text, with its place. */
export interface Statement {
  file: string;
  line: number;
  /** The text on one line, with `…` for each value. */
  text: string;
}

/** Ends of the names of files that may hold statements, and the folder of migrations. */
const MAY_HOLD_SQL = /\.sql\.ts$|^src\/migrations\//;

/**
 * Beginnings of statements. The rest after the keyword tells SQL from the name of an action and from a sentence, which begins with
 * one capital letter. An index is declared in its entity, so CREATE INDEX isn't one of them.
 */
const BEGINNINGS = [
  /^select\s+\S/,
  /^with\s+(recursive\s+)?[\w…]+(\s*\([\w\s,]*\))?\s+as\s+(not\s+materialized\s+|materialized\s+)?\(/,
  /^with\s+…\s+(select|insert|update|delete)\s/,
  /^insert\s+into\s/,
  /^update\s+[\w."…]+\s+((as\s+)?[\w…]+\s+)?set\s/,
  /^delete\s+from\s/,
  /^(truncate|lock)\s+(table\s+)?[\w."…]+(\s*,\s*[\w."…]+)*(\s+(in|restart|continue|cascade)\s[\w\s]*)?$/,
  /^(create|alter|drop)\s+(table|role|user|database|schema|function|trigger|extension|view|sequence|type)\s/,
  /^(alter|drop)\s+index\s+\S/,
  /^(grant|revoke)\s+[\w\s,]+\son\s/,
  /^(analyze|vacuum|reindex|notify|listen|unlisten)\s+[\w."…]+\s*(,|;|$)/,
  // All PostgreSQL parameters that the service sets have an underscore in their name.
  /^(set|reset)\s+((local|session)\s+)?[a-z]+(_[a-z]+)+\b/,
];

/** Statements that can also be ordinary words. They count only as arguments of a function that sends them to the database. */
const SENT = /^(begin|commit|rollback)$/;
/** Functions that send a text to the database. */
const SENDS = /^#?(query|execute|sql)$/;

/** Matches parts of statements within a longer text. */
const PARTS = [
  /\bselect\s[^;]*\sfrom\s+["\w…(]/,
  /\binsert\s+into\s+["\w…]/,
  /\bupdate\s+["\w….]+\s+((as\s+)?[\w…]+\s+)?set\s+["\w….]+\s*=/,
  /\bdelete\s+from\s+["\w…]/,
];

/** Statements in a file of TypeScript that must not have any. */
export function statementsIn(file: string, source: string): Statement[] {
  if (MAY_HOLD_SQL.test(file)) return [];
  const statements: Statement[] = [];
  walk(treeOf(file, source).program, null, (node, parent) => {
    const text = textOf(node, '…')?.replaceAll(/\s+/g, ' ').trim();
    if (!text || !isStatement(text, parent)) return;
    statements.push({ file, line: source.slice(0, node.start).split('\n').length, text });
  });
  return statements;
}

function isStatement(text: string, parent: AnyNode | null): boolean {
  // SQL is written in lower case, or entirely in capitals.
  const sql = /^[A-Z]{2}/.test(text) ? text.toLowerCase() : text;
  if (isProjection(parent)) return false;
  if (SENT.test(sql)) return isSent(parent);
  return BEGINNINGS.some((one) => one.test(sql)) || PARTS.some((one) => one.test(withoutSubqueries(sql)));
}

function isSent(parent: AnyNode | null): boolean {
  if (parent?.type !== 'CallExpression') return false;
  const callee = parent.callee as AnyNode;
  const name = callee.type === 'MemberExpression' ? (callee.property as AnyNode).name : callee.name;
  return SENDS.test(String(name));
}

/** `rows` of a projection is a subquery of the statement that the projection builds. */
function isProjection(parent: AnyNode | null): boolean {
  return parent?.type === 'Property' && (parent.key as AnyNode).name === 'rows';
}

/** A subquery in parentheses is an expression of a projection or a condition, and no statement. */
function withoutSubqueries(text: string): string {
  let left = text;
  for (;;) {
    const next = left.replaceAll(/\([^()]*\)/g, '');
    if (next === left) return left;
    left = next;
  }
}
