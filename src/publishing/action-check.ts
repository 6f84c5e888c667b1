import type { ValueIssue } from '../platform/errors/errors.ts';
import { excessOf } from '../platform/http/json-values.ts';
import { idempotencyKeyFault } from '../platform/idempotency/idempotency-key.ts';
import { isId } from '../platform/ids.ts';
import { canonicalBytes, parseJson } from '../proof/json.ts';
import { MalformedProof } from '../proof/malformed-proof.ts';
import type { PublishAction } from './publish-action.ts';
import { targetIssues } from './targets.ts';

/** A long letter in HTML has some tens of thousands. Pictures and files are assets, and are no arguments. */
export const MAX_ARGUMENTS_LENGTH = 256_000;
const MAX_ARGUMENTS = 10_000;
export const MAX_SUMMARY_LENGTH = 2_000;
export const MAX_SOURCES = 20;

const TOOL = /^[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/;

/** Arguments as they are written, or what is wrong with them. */
export type ReadArguments = { readonly value: PublishAction['arguments'] } | { readonly issue: ValueIssue };

/**
 * Reads arguments where two readers could see two things: what has a key twice, a number that a double cannot hold or half of a
 * surrogate pair is refused, and whatever is too long to be looked through.
 */
export function readArguments(text: string): ReadArguments {
  const refused = (why: string): ReadArguments => ({ issue: { pointer: '/argumentsText', detail: why } });
  if (text.length > MAX_ARGUMENTS_LENGTH) {
    return refused(
      `The arguments have at most ${MAX_ARGUMENTS_LENGTH.toLocaleString('en')} characters. Put files and pictures into the bank, and name them in \`assetIds\`.`,
    );
  }
  if (!text.isWellFormed()) return refused('The arguments hold half of a surrogate pair. Send whole characters.');
  const excess = excessOf(Buffer.from(text, 'utf8'), MAX_ARGUMENTS);
  if (excess === 'VALUES') {
    return refused(`The arguments have too many values: at most ${MAX_ARGUMENTS.toLocaleString('en')}.`);
  }
  try {
    const value = parseJson(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      return refused('The arguments are one JSON object.');
    }
    return { value };
  } catch (error) {
    if (!(error instanceof MalformedProof)) throw error;
    return refused(`${error.message} Write numbers beyond 2^53 as strings, and every key once.`);
  }
}

/** What is wrong with an action, wherever it comes from. */
export function actionIssues(action: PublishAction, idempotencyKey: string | null): ValueIssue[] {
  const { tool, channel, targets, summary, runIds, assetIds } = action;
  const issues: ValueIssue[] = [];
  const add = (pointer: string, detail: string) => issues.push({ pointer, detail });
  if (!TOOL.test(tool)) {
    add('/tool', 'A tool has a name of 1 to 128 characters: letters, digits and `_.:/-`, beginning with a letter.');
  }
  issues.push(...targetIssues(channel, targets));
  const argumentsIssue = argumentsIssueOf(action.arguments);
  if (argumentsIssue) issues.push(argumentsIssue);
  if (summary.trim() === '' || summary.length > MAX_SUMMARY_LENGTH || !summary.isWellFormed()) {
    add('/summary', `Say in 1 to ${MAX_SUMMARY_LENGTH.toLocaleString('en')} characters what it is for.`);
  }
  issues.push(...sourceIssues('run', '/runIds', runIds), ...sourceIssues('asset', '/assetIds', assetIds));
  const keyFault = idempotencyKey === null ? null : idempotencyKeyFault(idempotencyKey);
  if (keyFault !== null) add('/idempotencyKey', keyFault);
  return issues;
}

function sourceIssues(kind: 'run' | 'asset', pointer: string, ids: readonly string[]): ValueIssue[] {
  if (ids.length > MAX_SOURCES) return [{ pointer, detail: `Name at most ${MAX_SOURCES}.` }];
  return ids.flatMap((id, index) => {
    if (!isId(kind, id)) return [{ pointer: `${pointer}/${index}`, detail: `This is no id of ${kind}s.` }];
    return ids.indexOf(id) < index ? [{ pointer: `${pointer}/${index}`, detail: 'Each is named once.' }] : [];
  });
}

/** Of arguments that were objects already when they came here. */
function argumentsIssueOf(value: PublishAction['arguments']): ValueIssue | null {
  let text: string;
  try {
    text = Buffer.from(canonicalBytes(value)).toString('utf8');
  } catch (error) {
    if (!(error instanceof MalformedProof)) throw error;
    return { pointer: '/argumentsText', detail: error.message };
  }
  const read = readArguments(text);
  return 'issue' in read ? read.issue : null;
}
