import { parentPort } from 'node:worker_threads';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { WorkerReply, WorkerStarted } from '../workers/worker-pool.ts';
import { checkedForm, nestsDeeper } from './checked-form.ts';
import type { CheckRequest, SchemaCheckResult } from './schema-checker.ts';

/** Maximum depth of a value that is checked against a recursive schema. */
const MAX_DEPTH = 64;

const OPTIONS: Options = {
  strict: false,
  logger: false,
  allErrors: false,
  inlineRefs: false,
};

/** Cache of compiled schemas, with the last used one at the end. */
const compiled = new Map<string, ValidateFunction>();
const MOST_COMPILED = 50;

function compile(schema: string): ValidateFunction {
  const known = compiled.get(schema);
  if (known) {
    compiled.delete(schema);
    compiled.set(schema, known);
    return known;
  }
  const { form, isEarlierDraft } = checkedForm(JSON.parse(schema));
  // One Ajv instance per schema, because an instance keeps every schema it has compiled in memory.
  const ajv = isEarlierDraft ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  // The package is CommonJS, and its types describe the module instead of the function that it exports.
  (addFormats as unknown as (ajv: Ajv) => void)(ajv as Ajv);
  const validate = ajv.compile(form);
  compiled.set(schema, validate);
  if (compiled.size > MOST_COMPILED) compiled.delete(compiled.keys().next().value!);
  return validate;
}

function answer({ schema, text, isRecursive }: CheckRequest): SchemaCheckResult {
  let validate: ValidateFunction;
  try {
    validate = compile(schema);
  } catch (error) {
    return { outcome: 'NOT_COMPILED', detail: error instanceof Error ? error.message : 'it is not a JSON Schema' };
  }
  if (text === null) return { outcome: 'FITS' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { outcome: 'NOT_JSON' };
  }
  if (isRecursive && nestsDeeper(value, MAX_DEPTH)) return { outcome: 'TOO_DEEP' };
  if (validate(value)) return { outcome: 'FITS' };
  return { outcome: 'UNFIT', pointer: validate.errors?.[0]?.instancePath ?? '' };
}

parentPort?.on('message', (request: CheckRequest) => {
  let reply: WorkerReply<SchemaCheckResult>;
  try {
    reply = { ok: true, ...answer(request) };
  } catch (error) {
    reply = { ok: false, error };
  }
  parentPort?.postMessage(reply);
});

parentPort?.postMessage('STARTED' satisfies WorkerStarted);
