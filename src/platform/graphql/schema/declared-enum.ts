import { registerEnumType } from 'type-graphql';

/** A GraphQL enum. Each feature declares its own values. */
export class DeclaredEnum<Value extends string> {
  /** For `@Field`. */
  readonly values: Partial<Record<Value, Value>> = {};
  readonly #descriptions: Partial<Record<Value, { description: string }>> = {};
  readonly #places = new Map<Value, number>();

  constructor(name: string, description: string) {
    registerEnumType(this.values, { name, description, valuesConfig: this.#descriptions });
  }

  /**
   * Called when the module of the feature is loaded.
   * @param place among the items of columns. It never changes, because the database keeps their order.
   * @throws for a value or place that is declared already
   */
  declare(value: Value, place: number, description?: string): void {
    if (this.#places.has(value)) throw new Error(`There is another ${value} already.`);
    if ([...this.#places.values()].includes(place)) throw new Error(`Place ${place} of ${value} is taken.`);
    this.values[value] = value;
    if (description !== undefined) this.#descriptions[value] = { description };
    this.#places.set(value, place);
  }

  /** For `p.enum` and loops. */
  items(): Value[] {
    return [...this.#places].sort(([, one], [, other]) => one - other).map(([value]) => value);
  }
}
