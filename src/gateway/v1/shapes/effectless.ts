import { z } from 'zod';

/** Shapes of parameters without effect, each with the values that need no warning. */
const EFFECTLESS = new WeakMap<z.core.$ZodType, readonly unknown[]>();

const WORDS = 'Accepted without effect; `X-Imprimatur-Warnings` says so.';

/** A parameter without effect. The caller is warned, unless the value is empty, 0 or one of `usual`. */
export function effectless<Shape extends z.ZodType>(shape: Shape, usual: readonly unknown[] = []): Shape {
  const described = shape.describe(WORDS);
  EFFECTLESS.set(described, usual);
  return described;
}

/** A parameter without effect that takes any value. */
export const effectlessValue = (usual?: readonly unknown[]) => effectless(z.unknown().optional(), usual);

/** A parameter without effect, or an object with such members. */
export interface Effectless {
  readonly name: string;
  readonly usual: readonly unknown[];
  /** Members without effect, if the parameter is an object. Null if the parameter itself has no effect. */
  readonly members: readonly Effectless[] | null;
}

/** Finds the parameters without effect in a shape, including those in its objects. */
export function effectlessIn(shape: z.ZodObject): readonly Effectless[] {
  return Object.entries(shape.shape).flatMap(([name, member]): Effectless[] => {
    const usual = EFFECTLESS.get(member);
    if (usual) return [{ name, usual, members: null }];
    const inner = unwrapped(member);
    const members = inner instanceof z.ZodObject ? effectlessIn(inner) : [];
    return members.length > 0 ? [{ name, usual: [], members }] : [];
  });
}

function unwrapped(shape: z.core.$ZodType): z.core.$ZodType {
  return shape instanceof z.ZodOptional || shape instanceof z.ZodNullable ? unwrapped(shape.unwrap()) : shape;
}
