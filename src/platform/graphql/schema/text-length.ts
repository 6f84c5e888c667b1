import { type GraphQLField, type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { Extensions } from 'type-graphql';
import type { TextLengths } from '../../errors/well-formed.ts';

/** Default maximum length of text arguments, in UTF-16 code units. A feature can set a lower limit itself. */
const USUAL_MAX_LENGTH = 10_000;

/** Allows longer text than the default in a field of an input. */
export function LongText(maxLength: number): PropertyDecorator {
  return Extensions({ maxLength }) as PropertyDecorator;
}

/** Maximum lengths of the texts in a field's arguments, so that no field accepts megabytes by mistake. */
export function longTexts({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>): TextLengths {
  const longer = new Map<string, number>();
  for (const { name, type } of args) collect(type, `/${name}`, []);
  return { usual: USUAL_MAX_LENGTH, longer };

  function collect(type: GraphQLInputType, pointer: string, within: readonly unknown[]): void {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || within.includes(named)) return;
    for (const field of Object.values(named.getFields())) {
      const { maxLength } = field.extensions as { maxLength?: number };
      if (maxLength !== undefined) longer.set(`${pointer}/${field.name}`, maxLength);
      collect(field.type, `${pointer}/${field.name}`, [...within, named]);
    }
  }
}
