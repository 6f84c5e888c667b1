import { type ClassType, Field, ObjectType } from 'type-graphql';
import { AtMost } from './list-size.ts';

/** A field of a payload. `Value` is the type of what resolvers give. */
export interface PayloadField<Value> {
  readonly options: { readonly description?: string; readonly nullable?: boolean };
  readonly type: () => never;
  readonly atMost?: number;
  /** For TypeScript alone; it has no value. */
  readonly value?: Value;
}

const PARTLY_READ = 'Null when part of it could not be read.';

type ReturnType = () => ClassType | object | readonly [ClassType | object];

/**
 * A changed object. It is null where only a part of it could be read, so that the other fields of the payload are answered.
 * @param description what it is, if the name of the field doesn't say it
 */
export function changed<Value extends object>(type: () => ClassType<Value>, description?: string): PayloadField<Value>;
export function changed<Value extends object>(type: () => ClassType, description?: string): PayloadField<Value>;
export function changed(type: () => ClassType, description?: string): PayloadField<object> {
  const told = [description, PARTLY_READ].filter(Boolean).join(' ');
  return { type: type as () => never, options: { nullable: true, description: told } };
}

/** Any other field. @param options.atMost maximum length of a list of objects */
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
 * @param name in GraphQL; the result that has it is made by `resultOf`
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
    Field(type, options)(Payload.prototype, key);
    if (atMost !== undefined) AtMost(atMost)(Payload.prototype, key);
  }
  ObjectType(name, { description })(Payload);
  return Payload as never;
}
