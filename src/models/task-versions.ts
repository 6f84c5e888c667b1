import { documentDigest } from '../proof/document-digest.ts';
import type { CatalogueDocument, TaskEntry } from './catalogue.ts';
import type { ShapedCatalogue } from './check/catalogue-shape.ts';

/**
 * Adds task versions to a document: 1 for a new task, one more than before for a changed task, and the same as before for an
 * unchanged task.
 */
export function withTaskVersions(document: ShapedCatalogue, before: CatalogueDocument): CatalogueDocument {
  return { ...document, tasks: document.tasks.map((task) => ({ ...task, version: versionOf(task, before) })) };
}

function versionOf(task: ShapedCatalogue['tasks'][number], { tasks }: CatalogueDocument): number {
  const earlier = tasks.find(({ name }) => name === task.name);
  if (!earlier) return 1;
  return contentOf(task) === contentOf(earlier) ? earlier.version : earlier.version + 1;
}

function contentOf({ version: _, ...content }: ShapedCatalogue['tasks'][number] | TaskEntry): string {
  return documentDigest(content);
}
