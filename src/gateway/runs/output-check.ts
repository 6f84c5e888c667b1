import type { TextTask } from '../../models/index.ts';
import { Refusal, type ValueIssue } from '../../platform/errors/errors.ts';
import type { SchemaChecker } from '../../platform/json-schema/schema-checker.ts';
import { measureSchema } from '../../platform/json-schema/schema-work.ts';
import { ProviderFailure } from '../../providers/index.ts';
import type { OutputMismatch } from './output-mismatch.ts';
import type { Finish } from './run-part-reader.ts';
import type { TaskRequest } from './run-task.ts';

/** A mismatch found by a check. */
export interface FoundMismatch extends OutputMismatch {
  /** True if the answer must not be handed over: `strict` was requested, or the schema is the task's own. */
  readonly isStrict: boolean;
}

/** Requirements for an answer. */
export interface OutputCheck {
  /** True if a schema is recursive, which not every provider supports. */
  readonly isRecursive: boolean;
  /** @throws Refusal for a schema that can't be compiled, before anything is reserved */
  compile(): Promise<void>;
  /** Null if the answer fits. A mismatch with a strict schema takes precedence. */
  mismatchOf(text: string): Promise<FoundMismatch | null>;
}

type Checker = Pick<SchemaChecker, 'compileProblem' | 'check'>;

interface CheckedSchema {
  readonly json: string;
  readonly isRecursive: boolean;
}

interface RequiredSchema extends CheckedSchema {
  readonly isStrict: boolean;
}

const ofTasks = new WeakMap<TextTask, CheckedSchema>();

/**
 * Requirements of a request and its task for the answer. Null if any text is valid. @throws Refusal for a schema that exceeds the
 * limits
 */
export function outputCheckFor({ json }: TaskRequest, task: TextTask, checker: Checker): OutputCheck | null {
  if (json === null && task.outputSchema === null) return null;
  const isStrict = json?.isStrict === true;
  const schemas: RequiredSchema[] = [];
  // The task's schema is its operator's promise to everyone who reads its answers, so it is always strict.
  if (task.outputSchema) schemas.push({ ...schemaOfTask(task), isStrict: true });
  if (json?.schema) schemas.push({ ...checkedSchema(json.schema), isStrict });
  return {
    isRecursive: schemas.some(({ isRecursive }) => isRecursive),
    async compile() {
      for (const schema of schemas) {
        const mistake = await checker.compileProblem(schema.json, schema.isRecursive);
        if (mistake !== null) throw refused({ pointer: POINTER, detail: mistake });
      }
    },
    async mismatchOf(text) {
      if (schemas.length === 0) return isJson(text) ? null : { ...NOT_JSON, isStrict };
      for (const schema of schemas) {
        const mismatch = mismatchIn(await checker.check(schema.json, schema.isRecursive, text));
        if (mismatch) return { ...mismatch, isStrict: schema.isStrict };
      }
      return null;
    },
  };
}

export const isComplete = ({ finishReason }: Finish) => finishReason === 'stop' || finishReason === 'other';

/**
 * Checks an answer against its schema. Null if the answer fits, has no schema, or isn't complete: it was cut off or filtered, or
 * calls a tool.
 */
export async function mismatchOf(
  { check }: { readonly check: OutputCheck | null },
  { text, finish }: { readonly text: string; readonly finish: Finish },
): Promise<FoundMismatch | null> {
  return check && isComplete(finish) ? check.mismatchOf(text) : null;
}

/** A strict mismatch as the failure of its run. */
export const outputInvalid = ({ message }: OutputMismatch) =>
  new ProviderFailure('OUTPUT_INVALID', message, { mayHaveCost: true });

const POINTER = '/outputSchema';

/** Issue of a schema in a request. Null if it is valid. */
export function schemaIssue(schema: unknown, pointer: string): ValueIssue | null {
  const measured = measureSchema(schema);
  if (!('excess' in measured)) return null;
  const { pointer: within, detail } = measured.excess;
  return { pointer: `${pointer}${within}`, detail };
}

function schemaOfTask(task: TextTask): CheckedSchema {
  const schema = ofTasks.get(task) ?? checkedSchema(task.outputSchema!);
  ofTasks.set(task, schema);
  return schema;
}

function checkedSchema(schema: object): CheckedSchema {
  const measured = measureSchema(schema);
  if ('excess' in measured) {
    const { pointer, detail } = measured.excess;
    throw refused({ pointer: `${POINTER}${pointer}`, detail });
  }
  return { json: JSON.stringify(schema), isRecursive: measured.work.isRecursive };
}

const refused = (issue: ValueIssue) => new Refusal('INPUT_INVALID', issue.detail, { issues: [issue] });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const NOT_JSON: OutputMismatch = { kind: 'NOT_JSON', message: 'The answer is not JSON.', pointer: '' };

function mismatchIn(result: Awaited<ReturnType<Checker['check']>>): OutputMismatch | null {
  switch (result.outcome) {
    case 'FITS':
      return null;
    case 'UNFIT': {
      const pointer = result.pointer.slice(0, MAX_POINTER);
      return { kind: 'UNFIT', message: `The answer does not fit its schema${placeOf(pointer)}.`, pointer };
    }
    case 'NOT_JSON':
      return NOT_JSON;
    case 'TOO_DEEP':
      return unchecked('The answer is nested deeper than 64 levels, to which a recursive schema is checked.');
    case 'UNCHECKED':
      return unchecked(`The answer could not be checked by its schema within ${result.limitMs} ms.`);
    case 'TOO_LONG':
      return unchecked(`The answer has more than ${result.maxCharacters} characters, which is too long to check.`);
    case 'NOT_COMPILED':
      return unchecked('The answer could not be checked: its schema can’t be compiled.');
  }
}

const MAX_POINTER = 200;

const placeOf = (pointer: string) => (pointer === '' ? '' : ` at ${pointer}`);

const unchecked = (message: string): OutputMismatch => ({ kind: 'UNCHECKED', message, pointer: null });
