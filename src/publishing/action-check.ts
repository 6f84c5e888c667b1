import type { ValueIssue } from '../platform/errors/errors.ts';
import { excessOf } from '../platform/http/json-values.ts';
import { idempotencyKeyFault } from '../platform/idempotency/idempotency-key.ts';
import { isId } from '../platform/ids.ts';
import { canonicalBytes, parseJson } from '../proof/json.ts';
import { MalformedProof } from '../proof/malformed-proof.ts';
import type { PublishAction } from './publish-action.ts';
import { targetIssues } from './targets.ts';

/**
 * Maximum length of an action’s arguments as JSON. Enough for a long letter in HTML, which has some ten thousand characters.
 * Pictures and files are sent as assets, not as arguments.
 */
export const MAX_ARGUMENTS_LENGTH = 256_000;
const MAX_ARGUMENTS = 10_000;
export const MAX_SUMMARY_LENGTH = 2_000;
export const MAX_SOURCES = 20;

const TOOL = /^[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/;

/** The parsed arguments of an action, or the issue for which they are refused. */
export type ReadArguments = { readonly value: PublishAction['arguments'] } | { readonly issue: ValueIssue };

/**
 * Parses an action’s arguments from JSON. Refuses JSON that two parsers could understand differently: duplicate keys, numbers
 * that a double can’t represent, and half surrogate pairs. Also refuses JSON that isn’t an object, is too long or has too many
 * values.
 */
export function readArguments(text: string): ReadArguments {
  const refused = (why: string): ReadArguments => ({ issue: { pointer: '/argumentsText', detail: why } });
  if (text.length > MAX_ARGUMENTS_LENGTH) {
    return refused(
      `The arguments have ${text.length.toLocaleString('en')} characters; the maximum is ${MAX_ARGUMENTS_LENGTH.toLocaleString('en')}. Upload files and pictures to the bank and list them in \`assetIds\`.`,
    );
  }
  if (!text.isWellFormed()) return refused('The arguments contain half of a surrogate pair. Send whole characters.');
  const excess = excessOf(Buffer.from(text, 'utf8'), MAX_ARGUMENTS);
  if (excess === 'VALUES') {
    return refused(`The arguments have too many values. The maximum is ${MAX_ARGUMENTS.toLocaleString('en')}.`);
  }
  try {
    const value = parseJson(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      return refused('The arguments must be one JSON object.');
    }
    return { value };
  } catch (error) {
    if (!(error instanceof MalformedProof)) throw error;
    return refused(`${error.message} Send numbers beyond 2^53 as strings, and each key once.`);
  }
}

/** Returns issues of an action’s own values, such as an invalid target. */
export function actionIssues(action: PublishAction, idempotencyKey: string | null): ValueIssue[] {
  const { tool, channel, targets, summary, runIds, assetIds } = action;
  const issues: ValueIssue[] = [];
  const add = (pointer: string, detail: string) => issues.push({ pointer, detail });
  if (!TOOL.test(tool)) {
    add('/tool', 'The name of a tool has 1 to 128 characters: letters, digits and `_.:/-`, starting with a letter.');
  }
  issues.push(...targetIssues(channel, targets));
  const argumentsIssue = argumentsIssueOf(action.arguments);
  if (argumentsIssue) issues.push(argumentsIssue);
  if (summary.trim() === '' || summary.length > MAX_SUMMARY_LENGTH || !summary.isWellFormed()) {
    add('/summary', `Describe the purpose in 1 to ${MAX_SUMMARY_LENGTH.toLocaleString('en')} characters.`);
  }
  issues.push(...sourceIssues('run', '/runIds', runIds), ...sourceIssues('asset', '/assetIds', assetIds));
  const keyFault = idempotencyKey === null ? null : idempotencyKeyFault(idempotencyKey);
  if (keyFault !== null) add('/idempotencyKey', keyFault);
  return issues;
}

function sourceIssues(kind: 'run' | 'asset', pointer: string, ids: readonly string[]): ValueIssue[] {
  if (ids.length > MAX_SOURCES)
    return [
      {
        pointer,
        detail: `List at most ${MAX_SOURCES} ids of ${kind === 'run' ? 'runs' : 'assets'}; ${ids.length} were given.`,
      },
    ];
  return ids.flatMap((id, index) => {
    if (!isId(kind, id))
      return [
        { pointer: `${pointer}/${index}`, detail: `This isn’t the id of ${kind === 'run' ? 'a run' : 'an asset'}.` },
      ];
    return ids.indexOf(id) < index
      ? [{ pointer: `${pointer}/${index}`, detail: 'This id is listed twice. List it once.' }]
      : [];
  });
}

/** Checks an action’s arguments by the same rules as `readArguments`. Null if they are valid. */
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
