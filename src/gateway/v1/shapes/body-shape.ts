import { z } from 'zod';
import { isObject, type Members } from '../values.ts';
import { type Effectless, effectlessIn } from './effectless.ts';
import { shapeProblem } from './shape-problem.ts';

/** Shape of an endpoint's body. One zod shape documents it, validates it, and finds the parameters without effect. */
export class BodyShape<Shape extends z.ZodObject> {
  readonly shape: Shape;
  readonly #compiled: Shape;
  readonly #effectless: ReadonlyMap<string, Effectless>;

  /** @param shape without defaults and transformations, since a body is validated and not copied */
  constructor(shape: Shape) {
    this.shape = shape;
    this.#compiled = z.compile(shape);
    this.#effectless = new Map(effectlessIn(shape).map((one) => [one.name, one]));
  }

  /** @throws InvalidParameter for the first invalid value */
  read(body: Members): z.input<Shape> {
    if (z.validate(this.#compiled, body)) return body;
    throw shapeProblem(this.shape, body);
  }

  /** Names of the parameters in the body that have no effect. */
  notApplied(body: Members): string[] {
    const names: string[] = [];
    for (const name in body) {
      const inside = this.#effectless.get(name);
      if (inside) addSent(names, inside, body, '');
    }
    return names;
  }
}

function addSent(names: string[], { name, usual, members }: Effectless, within: Members, prefix: string): void {
  const value = within[name];
  if (members === null) {
    if (!isNothing(value) && !usual.includes(value)) names.push(prefix + name);
    return;
  }
  if (!isObject(value)) return;
  for (const member of members) addSent(names, member, value, `${prefix}${name}.`);
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === 0 || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
