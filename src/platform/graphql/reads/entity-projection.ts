import { type EntityClass, EntitySchema, t, UnderscoreNamingStrategy } from '@mikro-orm/core';
import { getMetadataStorage } from 'type-graphql';
import type { Permission } from '../../registry.ts';
import { isoTime, type ProjectedField, Projection } from './projection.ts';

interface EntityProjectionOptions {
  /** GraphQL type of the entity, if the entity's class isn't a GraphQL type itself. */
  type?: EntityType;
  /** Computed fields, and columns whose GraphQL field is declared by a resolver instead of the class. */
  fields?: Readonly<Record<string, ProjectedField>>;
  /** Permissions by field. The field is null for callers without the permission. */
  shownFor?: Readonly<Record<string, Permission>>;
}

type EntityType = abstract new (...args: never[]) => object;

const naming = new UnderscoreNamingStrategy();

/**
 * Makes the projection of an entity and its GraphQL type, which are usually one class. A field of the type that is also a column
 * is read from that column; all other fields are in `options.fields`.
 * @throws for a class that isn't an entity, or whose GraphQL type isn't registered
 */
export function entityProjection(entity: EntityClass<object>, options: EntityProjectionOptions = {}) {
  const { type = entity as EntityType, fields, shownFor } = options;
  const typeName = typeNameOf(type);
  const row = schemaOf(entity).tableName ?? naming.classToTableName(entity.name);
  return new Projection({
    typeName,
    row,
    fields: { ...columnsOf(entity, type, row), ...fields },
    shownFor,
  });
}

function columnsOf(entity: EntityClass<object>, type: EntityType, row: string): Record<string, string> {
  const properties = propertiesOf(entity);
  const columns: Record<string, string> = {};
  for (const { name, target } of getMetadataStorage().fields) {
    const property = properties[name];
    if (!property || property.kind || !(type === target || type.prototype instanceof target)) continue;
    const column = `${row}.${property.fieldName ?? naming.propertyToColumnName(name)}`;
    columns[name] = property.type === t.datetime ? isoTime(column) : column;
  }
  return columns;
}

/** A property as declared with `defineEntity`, before MikroORM completes it. Only relations have a `kind`. */
interface DefinedProperty {
  type?: unknown;
  kind?: string;
  fieldName?: string;
}

function propertiesOf(entity: EntityClass<object>): Readonly<Record<string, DefinedProperty>> {
  return schemaOf(entity).properties as Record<string, DefinedProperty>;
}

function schemaOf(entity: EntityClass<object>) {
  const schema = EntitySchema.REGISTRY.get(entity);
  if (!schema) throw new Error(`${entity.name} isn’t an entity.`);
  return schema.meta;
}

function typeNameOf(type: EntityType): string {
  const declared = getMetadataStorage().objectTypes.find(({ target }) => target === type);
  if (!declared) throw new Error(`${type.name} isn’t a GraphQL type.`);
  return declared.name;
}
