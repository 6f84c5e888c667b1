/** Value of a table's own key. Undefined for any other key, such as `constructor`, which every object inherits. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
