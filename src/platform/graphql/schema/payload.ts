import { type ClassType, Field, ObjectType } from 'type-graphql';
import { wordsOfName } from '../../text/name-words.ts';
import { AtMost } from './list-size.ts';

/** A field of a mutation's payload. `Value` is the type that resolvers return. */
export interface PayloadField<Value> {
  readonly options: { readonly description?: string | ((name: string) => string); readonly nullable?: boolean };
  readonly type: () => never;
  readonly atMost?: number;
  /** Never set. Only lets TypeScript infer `Value`. */
  readonly value?: Value;
}

const PARTLY_READ = 'Null if part of it could not be read: see `errors`.';

type ReturnType = () => ClassType | object | readonly [ClassType | object];

/**
 * Declares a payload field with the changed object. The field is null if a part of the object can't be read, so that the
 * payload's other fields are still returned.
 * @param description of the object. Default: the current state of what the field's name says.
 */
export function changed<Value extends object>(type: () => ClassType<Value>, description?: string): PayloadField<Value>;
export function changed<Value extends object>(type: () => ClassType, description?: string): PayloadField<Value>;
export function changed(type: () => ClassType, description?: string): PayloadField<object> {
  const text = (name: string) => `${description ?? `Current state of the ${wordsOfName(name)}.`} ${PARTLY_READ}`;
  return { type: type as () => never, options: { nullable: true, description: text } };
}

/**
 * Declares a payload field that isn't the changed object, such as a secret or a count.
 * @param options.atMost maximum length of a list of objects
 */
export function field<Value>(
  type: ReturnType,
  { atMost, ...options }: { description?: string; nullable?: boolean; atMost?: number } = {},
): PayloadField<Value> {
  return { type: type as () => never, options, atMost };
}

type PayloadValues<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends PayloadField<infer Value> ? Value : never;
};

/**
 * Declares the payload of a mutation: a GraphQL type whose constructor takes the values of its fields.
 * @param name of the type; `resultOf` makes the union with it
 */
export function payloadOf<const Fields extends Readonly<Record<string, PayloadField<unknown>>>>(
  name: string,
  description: string,
  fields: Fields,
): new (
  values: PayloadValues<Fields>,
) => PayloadValues<Fields> {
  class Payload {
    constructor(values: PayloadValues<Fields>) {
      for (const field of Object.keys(fields)) Object.assign(this, { [field]: values[field] });
    }
  }
  for (const [key, { type, options, atMost }] of Object.entries(fields)) {
    const { description, nullable } = options;
    const text = typeof description === 'function' ? description(key) : description;
    Field(type, { description: text, nullable })(Payload.prototype, key);
    if (atMost !== undefined) AtMost(atMost)(Payload.prototype, key);
  }
  ObjectType(name, { description })(Payload);
  return Payload as never;
}
