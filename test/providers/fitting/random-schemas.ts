import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect } from 'vitest';
import { checkedForm } from '../../../src/platform/json-schema/checked-form.ts';
import type { SchemaSubset } from '../../../src/providers/fitting/schema/subset.ts';
import * as subsets from '../../../src/providers/fitting/schema/subset.ts';
import { objectSchemaIn, schemaIn } from '../../../src/providers/fitting/schema/subset-writer.ts';
import { jsonInstance } from '../../../src/providers/sandbox/json-instance.ts';
import { measuredSchemas } from '../../support/random-requests.ts';
import type { AnySchema } from '../../support/schemas.ts';

const SUBSETS = subsets as unknown as Readonly<Record<string, SchemaSubset>>;
const OPTIONS = { strict: false, validateFormats: false, allErrors: false, logger: false } as const;
/** Check schemas against their meta-schema, which takes ten times as long to compile as most schemas. */
const metas = { earlier: new Ajv(OPTIONS), latest: new Ajv2020(OPTIONS) };

/** Whether a value is valid; null for a schema that can't be compiled. */
function validator(schema: AnySchema): ((value: unknown) => boolean) | null {
  try {
    const { form, isEarlierDraft } = checkedForm(structuredClone(schema));
    // No draft has both.
    if (isEarlierDraft && JSON.stringify(schema).includes('prefixItems')) return null;
    if (metas[isEarlierDraft ? 'earlier' : 'latest'].validateSchema(form as AnySchema) !== true) return null;
    const options = { ...OPTIONS, meta: false, validateSchema: false };
    // A fresh one for each schema, so that no id meets that of another schema.
    const ajv = isEarlierDraft ? new Ajv(options) : new Ajv2020(options);
    const validate = ajv.compile(form as AnySchema);
    return (value) => validate(value);
  } catch {
    return null;
  }
}

const values = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(
    fc.constantFrom('a', 'b', 'name', 'id', 'kind', 'x', 'y', 'next', 'children', 'items', 'x-1', '@id', 'a name'),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 4 },
  ),
);

/** Writes random schemas in every subset: none may lose a valid value, nor grow beyond a bound. @returns values that were tried */
export function writeRandomSchemas(numRuns: number, seed: number): number {
  let valid = 0;
  fc.assert(
    fc.property(measuredSchemas, fc.array(values, { maxLength: 12 }), (schema, some) => {
      const isValid = validator(schema as AnySchema);
      fc.pre(isValid !== null);
      const fitting = [jsonInstance(schema as never, 'Anna, 12 EUR'), ...some].filter((value) => isValid!(value));
      for (const [name, subset] of Object.entries(SUBSETS)) {
        const any = schemaIn(subset, schema);
        const object = objectSchemaIn(subset, schema);
        expect(object).toMatchObject({ type: 'object', properties: {} });
        for (const [written, taken] of [
          [any, fitting],
          [object, fitting.filter(isObject)],
        ] as const) {
          const isTaken = validator(written as AnySchema);
          expect(isTaken, `${name} ${JSON.stringify(written)}`).not.toBeNull();
          for (const value of taken) {
            if (subset.wantsTypes && !isObject(value)) continue;
            valid++;
            const said = `${name} takes ${JSON.stringify(value)} in ${JSON.stringify(written)}`;
            expect(isTaken!(value), said).toBe(true);
          }
        }
        const most = 12 * JSON.stringify(schema).length + 200;
        expect(JSON.stringify(object).length, `${name} ${JSON.stringify(schema)}`).toBeLessThan(most);
        expect(JSON.stringify(any).length, `${name} ${JSON.stringify(schema)}`).toBeLessThan(most);
      }
    }),
    // One run frees little memory before its end, and to shrink a schema takes thousands of tries.
    { numRuns, seed, endOnFailure: true },
  );
  return valid;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
