import type { PathFile } from './path-file.ts';

/** Files that a file input has. An input for folders has their paths. */
export function chosenFiles(files: Iterable<File>): PathFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/**
 * Reads dropped files and the files of dropped folders, with their paths. Must be called during the event; the result arrives
 * later. Files that can’t be read are left out.
 */
export function droppedFiles({ items, files }: DataTransfer): Promise<PathFile[]> {
  const dropped = [...items].flatMap((item): Promise<PathFile[]>[] => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry();
    if (entry) return [filesOf(entry)];
    const file = item.getAsFile();
    return file ? [Promise.resolve(chosenFiles([file]))] : [];
  });
  return dropped.length > 0 ? Promise.all(dropped).then((lists) => lists.flat()) : Promise.resolve(chosenFiles(files));
}

async function filesOf(entry: FileSystemEntry): Promise<PathFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File | null>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    );
    return file ? [{ path: entry.fullPath.replace(/^\/+/, '') || file.name, file }] : [];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: PathFile[] = [];
  for (;;) {
    // Browsers return at most 100 entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await filesOf(one)));
  }
}
