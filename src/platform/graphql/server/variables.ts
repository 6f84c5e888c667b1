import {
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { safeName } from '../../encryption/secret-detection.ts';
import type { ValueIssue } from '../../errors/errors.ts';
import { issueInAnswer } from './errors.ts';

/** Maximum number of invalid values listed in one refusal. */
const MAX_ISSUES = 5;
/** Maximum characters of a text sent as a number, boolean or enum value. */
const MAX_WORD_LENGTH = 1_000;

export type VariableCheck = (variables: Readonly<Record<string, unknown>>) => ValueIssue[];

/**
 * Checks that variables have the shape of their types, before graphql-js does. For each invalid value, graphql-js prints the
 * whole variable, which can mean fifty copies of several megabytes. This check prints no values and stops after a few issues. It
 * leaves missing variables to graphql-js.
 */
export function variableCheck(schema: GraphQLSchema, operation: OperationDefinitionNode): VariableCheck {
  const declared = (operation.variableDefinitions ?? []).flatMap(({ variable, type: node }) => {
    const type = typeFromAST(schema, node);
    return isInputType(type) ? [{ name: variable.name.value, check: checkOf(type) }] : [];
  });
  return (variables) => {
    const issues: ValueIssue[] = [];
    for (const { name, check } of declared) {
      if (variables[name] === undefined || variables[name] === null) continue;
      check({ holder: variables as Record<string, unknown>, key: name, pointer: `/${name}` }, issues);
    }
    return issues;
  };
}

/** Makes the error for variables that don't have the shape of their types. Null if all variables have the right shape. */
export function variablesRefused(
  issues: readonly ValueIssue[],
  operation: OperationDefinitionNode,
): GraphQLError | null {
  if (issues.length === 0) return null;
  const input = inputVariable(operation);
  const inAnswer = ({ pointer, detail }: ValueIssue) => {
    const [variable, ...path] = pointer.slice(1).split('/');
    return issueInAnswer({ pointer: ['', variable === input ? 'input' : variable, ...path].join('/'), detail });
  };
  const listed = issues.map(({ pointer, detail }) => {
    const [variable, ...path] = pointer.slice(1).split('/');
    return `Variable "$${variable}" got an invalid value${path.length > 0 ? ` at "${path.join('.')}"` : ''}: ${detail}`;
  });
  return new GraphQLError(listed.join(' '), {
    extensions: { code: 'BAD_USER_INPUT', issues: issues.map(inAnswer), http: { status: 400 } },
  });
}

/**
 * Name of the variable that is passed as the argument `input` of the only root field. Null if there are several root fields, or
 * if `input` isn't a variable.
 */
function inputVariable({ selectionSet: { selections } }: OperationDefinitionNode): string | null {
  const [field, ...others] = selections;
  if (field?.kind !== Kind.FIELD || others.length > 0) return null;
  const input = field.arguments?.find(({ name }) => name.value === 'input')?.value;
  return input?.kind === Kind.VARIABLE ? input.name.value : null;
}

interface ValuePlace {
  holder: Record<string | number, unknown>;
  key: string | number;
  pointer: string;
}

/** Function that adds the issues of a value, which is neither null nor missing, to `issues`. */
type ValueCheck = (place: ValuePlace, issues: ValueIssue[]) => void;

/** Cached checks by type. Asking graphql-js for the kind of a type takes longer than checking a value. */
const checks = new WeakMap<GraphQLInputType, ValueCheck>();

function checkOf(type: GraphQLInputType): ValueCheck {
  let check = checks.get(type);
  if (!check) {
    check = makeCheck(type);
    checks.set(type, check);
  }
  return check;
}

/** Builds a type's check, by the same rules as `coerceInputValue` of graphql-js. */
function makeCheck(type: GraphQLInputType): ValueCheck {
  if (isNonNullType(type)) return checkOf(type.ofType);
  if (isListType(type)) return checkOfList(type.ofType);
  if (isInputObjectType(type)) return checkOfInput(type);
  const faultOf = leafFault(type);
  return (place, issues) => {
    const detail = faultOf(place);
    if (detail !== null) refuse(issues, place.pointer, detail);
  };
}

function refuse(issues: ValueIssue[], pointer: string, detail: string): void {
  if (issues.length < MAX_ISSUES) issues.push({ pointer, detail });
}

function checkOfList(item: GraphQLInputType): ValueCheck {
  const check = checkWithNull(item);
  return (place, issues) => {
    const { holder, key, pointer } = place;
    const value = holder[key];
    // GraphQL accepts a single value in place of a list with one element.
    if (!Array.isArray(value)) return check(place, issues);
    for (let index = 0; index < value.length && issues.length < MAX_ISSUES; index++) {
      check({ holder: value as never, key: index, pointer: `${pointer}/${index}` }, issues);
    }
  };
}

/** Builds a check that also handles null: null is allowed for a nullable type and an issue for a non-null type. */
function checkWithNull(type: GraphQLInputType): ValueCheck {
  const check = checkOf(type);
  const isRequired = isNonNullType(type);
  return (place, issues) => {
    const value = place.holder[place.key];
    if (value !== null && value !== undefined) check(place, issues);
    else if (isRequired) refuse(issues, place.pointer, `Expected a value of type "${type}", not null.`);
  };
}

function checkOfInput(type: GraphQLInputObjectType): ValueCheck {
  // The checks of the fields are built at the first use, because an input type can contain itself.
  let fields: Map<string, { check: ValueCheck; isNeeded: boolean; of: GraphQLInputType }> | undefined;
  const fieldsOf = () =>
    new Map(
      Object.values(type.getFields()).map((field) => {
        const isNeeded = field.defaultValue === undefined && isNonNullType(field.type);
        return [field.name, { check: checkWithNull(field.type), isNeeded, of: field.type }];
      }),
    );
  return ({ holder, key, pointer }, issues) => {
    const given = holder[key] as Record<string, unknown>;
    if (typeof given !== 'object' || Array.isArray(given)) {
      return refuse(issues, pointer, `Expected an object of type "${type}".`);
    }
    fields ??= fieldsOf();
    for (const [name, { check, isNeeded, of }] of fields) {
      if (given[name] !== undefined) check({ holder: given, key: name, pointer: `${pointer}/${name}` }, issues);
      else if (isNeeded) refuse(issues, `${pointer}/${name}`, `A value of type "${of}" is required.`);
    }
    for (const name in given) {
      if (issues.length >= MAX_ISSUES) return;
      if (!fields.has(name)) refuse(issues, pointer, `Field "${safeName(name)}" is not defined by type "${type}".`);
    }
    if (type.isOneOf && Object.values(given).filter((one) => one !== undefined && one !== null).length !== 1) {
      refuse(issues, pointer, `Give exactly one field of type "${type}".`);
    }
  };
}

/**
 * Returns a function that describes the fault of a scalar or enum value, or returns null. It replaces base64 text by its bytes,
 * so that the text is decoded once.
 */
function leafFault(type: GraphQLLeafType): (place: ValuePlace) => string | null {
  const expected = `Expected a value of type "${type}".`;
  if (isEnumType(type)) {
    return ({ holder, key }) => {
      const value = holder[key];
      const isKnown =
        typeof value === 'string' && value.length <= MAX_WORD_LENGTH && type.getValue(value) !== undefined;
      return isKnown ? null : `Expected a value of the enum "${type}".`;
    };
  }
  const isPlain = isSpecifiedScalarType(type);
  const mayBeLong = !isPlain || type.name === 'String' || type.name === 'ID';
  return ({ holder, key }) => {
    const value = holder[key];
    if (isPlain && typeof value === 'object') return expected;
    if (!mayBeLong && typeof value === 'string' && value.length > MAX_WORD_LENGTH) return expected;
    try {
      const parsed = type.parseValue(value);
      if (parsed === undefined) return expected;
      if (parsed instanceof Uint8Array) holder[key] = parsed;
      return null;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // True for errors of this service, whose messages don't contain the value. Messages of libraries end with it.
      const isOurs = error instanceof GraphQLError && error.extensions.code !== undefined;
      return isOurs ? error.message : `${error.message.slice(0, MAX_WORD_LENGTH).replace(/: .*$/s, '')}.`;
    }
  };
}
