import { registerEnumType } from 'type-graphql';

/** A GraphQL enum whose values are declared by the features. */
export class DeclaredEnum<Value extends string> {
  /** Values of the enum by name. This object is also the type for `@Field`. */
  readonly values: Partial<Record<Value, Value>> = {};
  readonly #descriptions: Partial<Record<Value, { description: string }>> = {};
  readonly #places = new Map<Value, number>();

  constructor(name: string, description: string) {
    registerEnumType(this.values, { name, description, valuesConfig: this.#descriptions });
  }

  /**
   * Declares a value of the enum. Called when the module of the feature is loaded.
   * @param place position among the values of database columns; it never changes, because the database stores their order
   * @throws for a value or place that is already declared
   */
  declare(value: Value, place: number, description?: string): void {
    if (this.#places.has(value)) throw new Error(`The enum value ${value} is already declared.`);
    if ([...this.#places.values()].includes(place))
      throw new Error(`Position ${place}, declared for ${value}, already belongs to another value.`);
    this.values[value] = value;
    if (description !== undefined) this.#descriptions[value] = { description };
    this.#places.set(value, place);
  }

  /** All values in the order of their `place`, for `p.enum` and loops. */
  items(): Value[] {
    return [...this.#places].sort(([, one], [, other]) => one - other).map(([value]) => value);
  }
}
