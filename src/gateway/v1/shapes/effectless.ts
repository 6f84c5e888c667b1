import { z } from 'zod';

/** Shapes of parameters that make no difference, each with the values that ask for what is done anyway. */
const EFFECTLESS = new WeakMap<z.core.$ZodType, readonly unknown[]>();

const WORDS = 'Taken and not applied; `X-Imprimatur-Warnings` says so.';

/** A parameter that makes no difference. A caller who sends it is warned, unless its value is one of the usual ones. */
export function effectless<Shape extends z.ZodType>(shape: Shape, usual: readonly unknown[] = []): Shape {
  const described = shape.describe(WORDS);
  EFFECTLESS.set(described, usual);
  return described;
}

/** The same for any value. */
export const effectlessValue = (usual?: readonly unknown[]) => effectless(z.unknown().optional(), usual);

/** A parameter that makes no difference, or one that has such members. */
export interface Effectless {
  readonly name: string;
  readonly usual: readonly unknown[];
  /** Null: the parameter itself makes no difference. */
  readonly members: readonly Effectless[] | null;
}

/** Those of a shape, inside its objects as well. */
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
