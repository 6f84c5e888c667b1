import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type Access, accessOf } from '../auth/access.ts';
import type { Projection, SelectedField, Selection } from './projection.ts';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** A field as an operation asks for it: all the nodes that are merged into it. */
export interface AskedField {
  schema: GraphQLSchema;
  fragments: Fragments;
  nodes: readonly FieldNode[];
}

/** Thrown inside while walking, when a selection asks for something that has to be executed field by field. */
class NeedsResolvers extends Error {}

/** Fields of one level by response key, in the order the answer has them. Equal keys are merged, as the specification says. */
export type FieldsByKey = ReadonlyMap<string, readonly FieldNode[]>;

/**
 * The fields a selection set has for an object type. Null when a directive stands anywhere in it, since what is selected
 * then depends on the variables.
 */
export function collectFields(
  schema: GraphQLSchema,
  fragments: Fragments,
  type: GraphQLObjectType,
  nodes: readonly (SelectionSetNode | undefined)[],
): FieldsByKey | null {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  try {
    for (const set of nodes) if (set) collect(set);
    return fields;
  } catch (error) {
    if (error instanceof NeedsResolvers) return null;
    throw error;
  }

  function collect(set: SelectionSetNode): void {
    for (const node of set.selections) {
      if (node.directives?.length) throw new NeedsResolvers();
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const same = fields.get(key);
        if (same) same.push(node);
        else fields.set(key, [node]);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        if (!node.typeCondition || applies(node.typeCondition.name.value)) collect(node.selectionSet);
      } else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        const fragment = fragments[node.name.value];
        if (!fragment || fragment.directives?.length) throw new NeedsResolvers();
        if (applies(fragment.typeCondition.name.value)) collect(fragment.selectionSet);
      }
    }
  }

  function applies(condition: string): boolean {
    if (condition === type.name) return true;
    const named = schema.getType(condition);
    return isAbstractType(named) && schema.isSubType(named, type);
  }
}

/** What a projection is asked for, and who may ask for it. */
export interface ExactSelection {
  selection: Selection;
  /** The guards of all the fields in it. */
  guards: readonly Access[];
}

/** The selection in the answer's own shape; null when the projection does not cover all of it. */
export function exactSelection(
  { schema, fragments, nodes }: AskedField,
  projection: Projection,
): ExactSelection | null {
  const guards: Access[] = [];
  const selection = select(projection, nodes);
  return selection && { selection, guards };

  function select(of: Projection, parents: readonly FieldNode[]): Selection | null {
    const type = schema.getType(of.typeName);
    if (!isObjectType(type)) return null;
    const sets = parents.map((node) => node.selectionSet);
    const fields = collectFields(schema, fragments, type, sets);
    if (!fields) return null;

    const selected: SelectedField[] = [];
    for (const [key, same] of fields) {
      const name = same[0]!.name.value;
      const projected = of.field(name);
      if (name !== '__typename' && projected === undefined) return null;
      if (same[0]!.arguments?.length) return null;
      for (const guard of [accessOf(type.getFields()[name]), of.shownFor(name)]) if (guard) guards.push(guard);
      if (typeof projected === 'object') {
        const inner = select(projected.object, same);
        if (!inner) return null;
        selected.push({ key, name, selection: inner });
      } else {
        selected.push({ key, name });
      }
    }
    return selected;
  }
}

/**
 * The columns that field-by-field execution will want of a projected type, under their own names: a superset of what the
 * answer needs, since directives and fields with resolvers of their own are decided later. Always has `id`. What would have
 * to be joined is left to the resolvers, which look up the rows of a whole page at once.
 */
export function neededSelection(
  info: GraphQLResolveInfo,
  projection: Projection,
  nodes: readonly FieldNode[],
): Selection {
  const names = new Set(['id']);
  const nested = new Map<string, FieldNode[]>();
  for (const node of nodes) if (node.selectionSet) visit(node.selectionSet);
  return [...names].flatMap((name): SelectedField[] => {
    const projected = projection.field(name);
    if (typeof projected === 'string') return [{ key: name, name }];
    if (!projected || projected.rows || projected.document) return [];
    return [{ key: name, name, selection: neededSelection(info, projected.object, nested.get(name) ?? []) }];
  });

  function visit(set: SelectionSetNode): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        names.add(node.name.value);
        nested.set(node.name.value, [...(nested.get(node.name.value) ?? []), node]);
      } else {
        visit(node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : info.fragments[node.name.value]!.selectionSet);
      }
    }
  }
}

/** All the nodes at a path of field names below these nodes, e.g. `['edges', 'node']`, whatever their aliases. */
export function nodesAt(info: GraphQLResolveInfo, nodes: readonly FieldNode[], path: readonly string[]): FieldNode[] {
  return path.reduce<FieldNode[]>(
    (level, name) => level.flatMap((node) => childrenNamed(info, node.selectionSet, name)),
    [...nodes],
  );
}

function childrenNamed(info: GraphQLResolveInfo, set: SelectionSetNode | undefined, name: string): FieldNode[] {
  return (set?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return node.name.value === name ? [node] : [];
    return childrenNamed(
      info,
      node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : info.fragments[node.name.value]?.selectionSet,
      name,
    );
  });
}
