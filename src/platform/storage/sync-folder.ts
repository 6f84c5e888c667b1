import { open } from 'node:fs/promises';

/** Syncs a folder, without which a renamed file can be lost in a power cut. Windows can't sync a folder and doesn't need to. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
