import type { z } from 'zod';
import type { ValueIssue } from '../../platform/errors/errors.ts';
import { sentenceOf } from '../../platform/errors/value-sentences.ts';
import { faultsBetween } from './catalogue-rules.ts';
import { catalogueShape, type ShapedCatalogue } from './catalogue-shape.ts';

export type CatalogueCheckResult =
  | { readonly isSound: true; readonly document: ShapedCatalogue }
  | { readonly isSound: false; readonly faults: readonly ValueIssue[] };

/**
 * Checks a catalogue document. Each issue has a JSON pointer into the document. Rules between members are only checked once every
 * member is valid.
 */
export function checkCatalogue(sent: unknown): CatalogueCheckResult {
  const parsed = catalogueShape.safeParse(sent, { error: sentenceOf });
  const faults = parsed.success ? faultsBetween(parsed.data) : parsed.error.issues.flatMap(faultOf);
  return parsed.success && faults.length === 0 ? { isSound: true, document: parsed.data } : { isSound: false, faults };
}

function faultOf(issue: z.core.$ZodIssue): ValueIssue[] {
  const names = issue.code === 'unrecognized_keys' ? issue.keys : null;
  if (!names) return [{ pointer: pointerTo(issue.path), detail: issue.message }];
  return names.map((name) => ({ pointer: pointerTo([...issue.path, name]), detail: 'Unknown field. Leave it out.' }));
}

/** Writes the JSON pointer to a member of the document. Source: RFC 6901. */
function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
