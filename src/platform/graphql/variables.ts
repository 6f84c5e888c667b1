import {
  GraphQLError,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { ValueIssue } from '../errors.ts';

/** What is wrong with more than this is told when the first is mended. */
const MAX_ISSUES = 5;
/** Of a member that no type has, and whose name the caller chose. */
const MAX_NAME_LENGTH = 50;
/** No number, truth or enum value is spelt with so many characters. */
const MAX_WORD_LENGTH = 1_000;

export type VariableCheck = (variables: Readonly<Record<string, unknown>>) => ValueIssue[];

/**
 * What finds the variables that have not the shape of their types, before graphql-js does: for each mistake it prints the
 * whole of what was sent, megabytes fifty times over. Here no value is ever printed, and only the first few mistakes are.
 * A variable that is not there at all is left to graphql-js.
 */
export function variableCheck(schema: GraphQLSchema, operation: OperationDefinitionNode): VariableCheck {
  const declared = (operation.variableDefinitions ?? []).flatMap(({ variable, type: node }) => {
    const type = typeFromAST(schema, node);
    return isInputType(type) ? [{ name: variable.name.value, type }] : [];
  });
  return (variables) => {
    const issues: ValueIssue[] = [];
    for (const { name, type } of declared) {
      if (variables[name] === undefined || variables[name] === null) continue;
      check(type, { holder: variables as Record<string, unknown>, key: name, pointer: `/${name}` }, issues);
    }
    return issues;
  };
}

/** What is wrong with the variables of an operation, as one error; null when they fit. */
export function variablesRefused(issues: readonly ValueIssue[]): GraphQLError | null {
  if (issues.length === 0) return null;
  const listed = issues.map(({ pointer, detail }) => {
    const [variable, ...path] = pointer.slice(1).split('/');
    return `Variable "$${variable}" got an invalid value${path.length > 0 ? ` at "${path.join('.')}"` : ''}: ${detail}`;
  });
  return new GraphQLError(listed.join(' '), {
    extensions: { code: 'BAD_USER_INPUT', issues, http: { status: 400 } },
  });
}

interface Place {
  holder: Record<string | number, unknown>;
  key: string | number;
  pointer: string;
}

/** By the rules of graphql-js's `coerceInputValue`. */
function check(type: GraphQLInputType, place: Place, issues: ValueIssue[]): void {
  const { holder, key, pointer } = place;
  const value = holder[key];
  const refuse = (detail: string) => void (issues.length < MAX_ISSUES && issues.push({ pointer, detail }));
  if (issues.length >= MAX_ISSUES) return;

  if (isNonNullType(type)) {
    if (value === undefined || value === null) refuse(`Expected a value of type "${type}", not null.`);
    else check(type.ofType, place, issues);
  } else if (value === undefined || value === null) {
    return;
  } else if (isListType(type) && !Array.isArray(value)) {
    // One value that is no list is a list of one.
    check(type.ofType, place, issues);
  } else if (isListType(type)) {
    for (let index = 0; index < (value as unknown[]).length && issues.length < MAX_ISSUES; index++) {
      check(type.ofType, { holder: value as never, key: index, pointer: `${pointer}/${index}` }, issues);
    }
  } else if (isLeafType(type)) {
    const detail = leafFault(type, place);
    if (detail !== null) refuse(detail);
  } else if (!isInputObjectType(type) || typeof value !== 'object' || Array.isArray(value)) {
    refuse(`Expected an object of type "${type}".`);
  } else {
    const given = value as Record<string, unknown>;
    const fields = type.getFields();
    for (const field of Object.values(fields)) {
      if (given[field.name] !== undefined) {
        check(field.type, { holder: given, key: field.name, pointer: `${pointer}/${field.name}` }, issues);
      } else if (field.defaultValue === undefined && isNonNullType(field.type)) {
        refuse(`Field "${field.name}" of type "${field.type}" is missing.`);
      }
    }
    for (const name in given) {
      if (issues.length >= MAX_ISSUES) break;
      if (!Object.hasOwn(fields, name)) refuse(`Field "${shortened(name)}" is not defined by type "${type}".`);
    }
    if (type.isOneOf && Object.values(given).filter((one) => one !== undefined && one !== null).length !== 1) {
      refuse(`Exactly one field of type "${type}" has to be given.`);
    }
  }
}

/** What is wrong with a value of a scalar or an enum. Bytes take the place of the text they were sent as, to be decoded once. */
function leafFault(type: GraphQLLeafType, { holder, key }: Place): string | null {
  const value = holder[key];
  if (isEnumType(type)) {
    const isKnown = typeof value === 'string' && value.length <= MAX_WORD_LENGTH && type.getValue(value) !== undefined;
    return isKnown ? null : `Expected a value of the enum "${type}".`;
  }
  const isLong = typeof value === 'string' && value.length > MAX_WORD_LENGTH && type.name !== 'String';
  if (isSpecifiedScalarType(type) && (typeof value === 'object' || (isLong && type.name !== 'ID'))) {
    return `Expected a value of type "${type}".`;
  }
  try {
    const parsed = type.parseValue(value);
    if (parsed === undefined) return `Expected a value of type "${type}".`;
    if (parsed instanceof Uint8Array) holder[key] = parsed;
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // What is written here says nothing of the value; what a library writes ends with it.
    const isOurs = error instanceof GraphQLError && error.extensions.code !== undefined;
    return isOurs ? error.message : `${error.message.slice(0, MAX_WORD_LENGTH).replace(/: .*$/s, '')}.`;
  }
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}…` : name;
}
