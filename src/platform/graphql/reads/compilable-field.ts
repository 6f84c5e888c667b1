import { type GraphQLObjectType, isNonNullType, isObjectType, type SelectionSetNode } from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import { type Access, accessOf, assertAccess } from '../../auth/access.ts';
import type { Context } from '../../context.ts';
import { assertWellFormed } from '../../errors/well-formed.ts';
import { longTexts } from '../schema/text-length.ts';
import { collectFields, type RequestedField } from './selection.ts';

/** The value of a compiled field, as JSON text for the response or as an object. */
export interface ReadValue {
  json(): string;
  object(): unknown;
}

/** A field that SQL alone can answer, without resolvers. Features declare theirs by name, as `CompilableFields`. */
export interface CompilableField<Args = never> {
  /** Compiles the field for its selected subfields. Null if one of them needs a resolver. */
  compile(requested: RequestedField): CompiledField<Args> | null;
}

/** Thrown by a compiled field that only the ordinary GraphQL executor can answer. Thrown before anything was done. */
export class LeftToExecutor extends Error {}

export type CompilableFields = Readonly<Record<string, CompilableField>>;

export interface CompiledField<Args = never> {
  /** Guards of the selected subfields, without the guard of the field itself. */
  readonly guards: readonly Access[];
  /**
   * Determines before any SQL what this viewer may see. Returns a function that reads the value; its result can be null.
   * @param variables as coerced by graphql-js, for subfields with arguments
   * @throws Refusal for invalid arguments
   */
  prepare(args: Args, context: Context, variables: Record<string, unknown>): () => Promise<ReadValue | null>;
}

/** Several compiled fields. All are prepared before any is read, so that a refusal happens before the first SQL statement. */
export interface CompiledFields {
  readonly guards: readonly Access[];
  /** @param variables as coerced by graphql-js @throws for a field that this viewer can't use, or for invalid arguments */
  prepare(variables: Record<string, unknown>, context: Context): () => Promise<ReadValue>;
}

/** Compiles the fields of selection sets of one type. Null if a field needs a resolver. */
export function compileFields(
  { schema, fragments }: Omit<RequestedField, 'nodes'>,
  type: GraphQLObjectType,
  sets: readonly (SelectionSetNode | undefined)[],
  compilable: CompilableFields,
): CompiledFields | null {
  const selected = collectFields(schema, fragments, type, sets);
  if (!selected) return null;

  const guards: Access[] = [];
  const keys = [...selected.keys()];
  const prepares: ((...to: Parameters<CompiledFields['prepare']>) => () => Promise<ReadValue | null>)[] = [];
  for (const nodes of selected.values()) {
    const name = nodes[0]!.name.value;
    if (name === '__typename') {
      prepares.push(() => async () => ({ json: () => `"${type.name}"`, object: () => type.name }));
      continue;
    }
    const definition = type.getFields()[name];
    const compiled = Object.hasOwn(compilable, name) && compilable[name]!.compile({ schema, fragments, nodes });
    if (!definition || !compiled) return null;
    const guard = accessOf(definition);
    guards.push(...(guard ? [guard] : []), ...compiled.guards);
    const long = longTexts(definition);
    prepares.push((variables, context) => {
      const args = getArgumentValues(definition, nodes[0]!, variables);
      assertWellFormed(args, long);
      const read = compiled.prepare(args as never, context, variables);
      return async () => {
        const value = await read();
        if (value === null && isNonNullType(definition.type))
          throw new Error(`${type.name}.${name} is null, but its type isn't nullable`);
        return value;
      };
    });
  }
  return {
    guards,
    prepare(variables, context) {
      for (const guard of guards) assertAccess(context.principal, guard);
      const reads = prepares.map((prepare) => prepare(variables, context));
      return async () => {
        const values = await Promise.all(reads.map((read) => read()));
        return {
          json: () =>
            `{${values.map((value, place) => `"${keys[place]}":${value ? value.json() : 'null'}`).join(',')}}`,
          object: () => Object.fromEntries(values.map((value, place) => [keys[place], value ? value.object() : null])),
        };
      };
    },
  };
}

/** Makes a field without arguments whose value is computed without reading a row. */
export function compilableValue(read: (context: Context) => unknown): CompilableField {
  return {
    compile: () => ({
      guards: [],
      prepare: (_args, context) => async () => {
        const value = await read(context);
        return value === null ? null : { json: () => JSON.stringify(value), object: () => value };
      },
    }),
  };
}

/** Makes a field with an object that only groups other fields. @param isThere returns false if this viewer gets null */
export function compilableObject(
  typeName: string,
  fields: CompilableFields,
  isThere: (context: Context) => boolean = () => true,
): CompilableField {
  return {
    compile({ schema, fragments, nodes }) {
      const type = schema.getType(typeName);
      const sets = nodes.map((node) => node.selectionSet);
      const compiled = isObjectType(type) ? compileFields({ schema, fragments }, type, sets, fields) : null;
      return (
        compiled && {
          guards: compiled.guards,
          prepare: (_args, context, variables) =>
            isThere(context) ? compiled.prepare(variables, context) : async () => null,
        }
      );
    },
  };
}
