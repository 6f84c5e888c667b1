/**
 * Map with a maximum number of entries. Beyond the maximum, it evicts the entry that was added or read longest ago. Reads only
 * count while the map is more than half full.
 */
export class BoundedMap<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #most: number;
  readonly #forgotten: ((value: Value) => void) | undefined;

  constructor(most: number, forgotten?: (value: Value) => void) {
    this.#most = most;
    this.#forgotten = forgotten;
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined && this.#values.size > this.#most / 2) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  set(key: Key, value: Value): Value {
    this.#values.set(key, value);
    if (this.#values.size > this.#most) {
      const [oldest, removed] = this.#values.entries().next().value!;
      this.#values.delete(oldest);
      this.#forgotten?.(removed);
    }
    return value;
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }

  values(): MapIterator<Value> {
    return this.#values.values();
  }
}
