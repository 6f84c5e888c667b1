import type { TextTask } from '../../models/index.ts';
import { Refusal, type ValueIssue } from '../../platform/errors/errors.ts';
import type { SchemaChecker } from '../../platform/json-schema/schema-checker.ts';
import { measureSchema } from '../../platform/json-schema/schema-work.ts';
import { ProviderFailure } from '../../providers/index.ts';
import type { TaskRequest } from './run-task.ts';

/** What an answer has to fit. */
export interface OutputCheck {
  /** Whether a schema contains itself, which not every provider takes. */
  readonly isRecursive: boolean;
  /** @throws Refusal for a schema that can't be compiled, before anything is reserved */
  compile(): Promise<void>;
  /** @throws ProviderFailure OUTPUT_INVALID, which says where and never what stands there */
  assert(text: string): Promise<void>;
}

type Checker = Pick<SchemaChecker, 'mistakeIn' | 'check'>;

interface CheckedSchema {
  readonly json: string;
  readonly isRecursive: boolean;
}

const ofTasks = new WeakMap<TextTask, CheckedSchema>();

/** Null where any text will do. @throws Refusal for a schema that stands for too much work */
export function outputCheckFor({ json }: TaskRequest, task: TextTask, checker: Checker): OutputCheck | null {
  if (json === null && task.outputSchema === null) return null;
  const schemas: CheckedSchema[] = [];
  if (json?.schema) schemas.push(checkedSchema(json.schema));
  if (task.outputSchema) schemas.push(schemaOfTask(task));
  return {
    isRecursive: schemas.some(({ isRecursive }) => isRecursive),
    async compile() {
      for (const schema of schemas) {
        const mistake = await checker.mistakeIn(schema.json, schema.isRecursive);
        if (mistake !== null) throw refused({ pointer: POINTER, detail: mistake });
      }
    },
    async assert(text) {
      if (schemas.length === 0) assertJson(text);
      for (const schema of schemas) {
        const result = await checker.check(schema.json, schema.isRecursive, text);
        switch (result.outcome) {
          case 'FITS':
            break;
          case 'UNFIT':
            throw invalid(`The answer does not fit its schema${placeOf(result.pointer)}.`);
          case 'NOT_JSON':
            throw invalid(NOT_JSON);
          case 'TOO_DEEP':
            throw invalid('The answer is nested deeper than 64 levels, to which a recursive schema is checked.');
          case 'UNCHECKED':
            throw invalid(`The answer could not be checked by its schema within ${result.limitMs} ms.`);
          case 'TOO_LONG':
            throw invalid(`The answer has more than ${result.maxCharacters} characters, which is too long to check.`);
          case 'NOT_COMPILED':
            throw invalid('The answer could not be checked: its schema can’t be compiled.');
        }
      }
    },
  };
}

const POINTER = '/outputSchema';

/** What is wrong with a schema of a request; null where nothing is. */
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

function assertJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw invalid(NOT_JSON);
  }
}

const NOT_JSON = 'The answer is not JSON.';

const placeOf = (pointer: string) => (pointer === '' ? '' : ` at ${pointer.slice(0, 200)}`);

const invalid = (message: string) => new ProviderFailure('OUTPUT_INVALID', message, { mayHaveCost: true });
