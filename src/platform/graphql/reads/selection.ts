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
import { getArgumentValues } from 'graphql/execution/values.js';
import { type Access, accessOf } from '../../auth/access.ts';
import type { Permission } from '../../registry.ts';
import type { ProjectedField, Projection, SelectedField, Selection } from './projection.ts';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** A requested field with all its syntax nodes in the document, which are merged. */
export interface RequestedField {
  schema: GraphQLSchema;
  fragments: Fragments;
  nodes: readonly FieldNode[];
}

/** Thrown if a part of the selection must be executed by resolvers. */
export class NeedsResolvers extends Error {}

/**
 * Requested fields of one object by response key, in the order of the response. Fields with equal keys are merged, as the
 * specification requires.
 */
export type FieldsByKey = ReadonlyMap<string, readonly FieldNode[]>;

/**
 * Collects the fields of selection sets for an object type. Null if the sets contain a directive, because the selection then
 * depends on variables.
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

/** A compiled selection and the guards of its fields. */
export interface ExactSelection {
  /** Guards of all selected fields. */
  guards: readonly Access[];
  /**
   * Returns the selection with the SQL expressions that these variables choose. Equal choices return the same object, so that
   * derived data can be stored with it.
   * @throws if too many combinations of choices are used, or for invalid arguments
   */
  chosenBy(variables: Record<string, unknown>): Selection;
}

/** Maximum combinations of chosen SQL expressions per document. */
const MAX_KEPT_CHOICES = 16;

/**
 * Compiles the selection in the shape of the response. Null if it needs resolvers: it has a directive, a field that the
 * projection lacks, or arguments that the projection doesn't read.
 * @param marksHidden true to mark fields that need a permission, for `shownTo`; otherwise only callers who may see all fields
 * are answered
 */
export function exactSelection(
  { schema, fragments, nodes }: RequestedField,
  projection: Projection,
  marksHidden = false,
): ExactSelection | null {
  const guards: Access[] = [];
  const choosing: ((variables: Record<string, unknown>) => string)[] = [];
  const selection = select(projection, nodes);
  if (!selection) return null;
  if (choosing.length === 0) return { guards, chosenBy: () => selection };

  const kept = new Map<string, Selection>();
  return {
    guards,
    chosenBy(variables) {
      const chosen = choosing.map((choose) => choose(variables));
      const key = chosen.join(' ');
      let made = kept.get(key);
      if (!made) {
        if (kept.size >= MAX_KEPT_CHOICES) throw new NeedsResolvers();
        made = withChoices(selection, chosen[Symbol.iterator]());
        kept.set(key, made);
      }
      return made;
    },
  };

  function select(of: Projection, parents: readonly FieldNode[]): Selection | null {
    const type = schema.getType(of.typeName);
    if (!isObjectType(type)) return null;
    const sets = parents.map((node) => node.selectionSet);
    const fields = collectFields(schema, fragments, type, sets);
    if (!fields) return null;

    const selected: SelectedField[] = [];
    for (const [key, same] of fields) {
      const [node] = same as [FieldNode];
      const name = node.name.value;
      const definition = type.getFields()[name];
      const projected = of.field(name);
      if (name !== '__typename' && projected === undefined) return null;
      const shownFor = of.shownFor(name);
      const marked = marksHidden && shownFor ? { shownFor } : {};
      for (const guard of [accessOf(definition), marksHidden ? undefined : shownFor]) if (guard) guards.push(guard);
      if (typeof projected === 'object' && 'choices' in projected) {
        choosing.push((variables) => projected.choose(getArgumentValues(definition!, node, variables)));
        selected.push({ key, name, choice: '', ...marked });
        continue;
      }
      if (node.arguments?.length) return null;
      if (typeof projected === 'object') {
        const inner = select(projected.object, same);
        if (!inner) return null;
        selected.push({ key, name, selection: inner, ...marked });
      } else {
        selected.push({ key, name, ...marked });
      }
    }
    return selected;
  }
}

/** Permissions that the fields of a selection made with `marksHidden` need. */
export function permissionsIn(selection: Selection): Permission[] {
  const all = selection.flatMap((field) => [
    ...(field.shownFor ? [field.shownFor] : []),
    ...permissionsIn(field.selection ?? []),
  ]);
  return [...new Set(all)];
}

/** Hides the fields for which a caller lacks the permission, in a selection made with `marksHidden`. */
export function shownTo(selection: Selection, has: (permission: Permission) => boolean): Selection {
  return selection.map((field): SelectedField => {
    if (field.shownFor && !has(field.shownFor)) return { ...field, isHidden: true };
    return field.selection ? { ...field, selection: shownTo(field.selection, has) } : field;
  });
}

/** Returns the selection with these chosen SQL expressions, in the order of its fields. */
function withChoices(selection: Selection, chosen: Iterator<string, undefined>): Selection {
  return selection.map((field): SelectedField => {
    if (field.choice !== undefined) return { ...field, choice: chosen.next().value! };
    return field.selection ? { ...field, selection: withChoices(field.selection, chosen) } : field;
  });
}

/**
 * Columns that resolvers of a projected type can need, under their own names. Returns more columns than needed, because
 * directives and resolvers decide later. Always contains `id`. Joins are left to the resolvers, which read the rows of a whole
 * page at once.
 */
export function neededSelection(
  info: GraphQLResolveInfo,
  projection: Projection,
  nodes: readonly FieldNode[],
): Selection {
  const names = new Set(['id']);
  const nested = new Map<string, FieldNode[]>();
  for (const node of nodes) if (node.selectionSet) visit(node.selectionSet);
  for (const name of [...names]) for (const needed of neededBy(projection.field(name))) names.add(needed);
  return [...names].flatMap((name): SelectedField[] => {
    const projected = projection.field(name);
    if (typeof projected === 'string') return [{ key: name, name }];
    // The resolver computes a field with arguments. The column has the SQL expression for no arguments.
    if (projected && 'choices' in projected) return [{ key: name, name }];
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

function neededBy(projected: ProjectedField | undefined): readonly string[] {
  return typeof projected === 'object' && 'choices' in projected ? (projected.needs ?? []) : [];
}

/** All syntax nodes at a path of field names below these nodes, e.g. `['edges', 'node']`, under any alias. */
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
