import { type GraphQLObjectType, isNonNullType, isObjectType, type SelectionSetNode } from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import { type Access, accessOf, assertAccess } from '../../auth/access.ts';
import type { Context } from '../../context.ts';
import { assertWellFormed } from '../../errors/well-formed.ts';
import { longTexts } from '../schema/text-length.ts';
import { collectFields, type RequestedField } from './selection.ts';

/** What was read, in the form that is wanted of it: text to be sent, or objects for whoever makes something else of them. */
export interface ReadValue {
  json(): string;
  object(): unknown;
}

/** A field that PostgreSQL can answer by itself. A feature declares its own by their names, as `CompilableFields`. */
export interface CompilableField<Args = never> {
  /** How the field is answered for this selection, or null when the selection needs resolvers. */
  compile(asked: RequestedField): CompiledField<Args> | null;
}

/** Thrown by what reads a field, for an answer that only the ordinary executor can give. Nothing has been done then. */
export class LeftToExecutor extends Error {}

export type CompilableFields = Readonly<Record<string, CompilableField>>;

export interface CompiledField<Args = never> {
  /** Guards of what is selected below the field; its own is seen to by whoever runs it. */
  readonly guards: readonly Access[];
  /**
   * Decides, before any SQL runs, what this viewer sees; gives what reads the field's value, which may be null.
   * @param variables as coerced, for fields below that have arguments. @throws Refusal for arguments that cannot be.
   */
  prepare(args: Args, context: Context, variables: Record<string, unknown>): () => Promise<ReadValue | null>;
}

/** Compiled fields beside each other. Prepared all before any is read, so a refusal costs no read. */
export interface CompiledFields {
  readonly guards: readonly Access[];
  /** @param variables as coerced. @throws for a field that this viewer may not use, or arguments that cannot be. */
  prepare(variables: Record<string, unknown>, context: Context): () => Promise<ReadValue>;
}

/** The fields that selection sets have for a type, compiled; null when one of them needs a resolver. */
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
        if (value === null && isNonNullType(definition.type)) throw new Error(`${type.name}.${name} is not there`);
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

/** A field without arguments whose value is looked up without a row of the answer's own, and is written as it is. */
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

/**
 * An object that is nothing but other fields beside each other, e.g. what a partner sees.
 * @param isThere whether this viewer has one; null is answered otherwise.
 */
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
