import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Files in which Linux lists its TCP connections. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
/**
 * Matches the line of one connection in Linux's tables of TCP connections. Columns, all except the last in hexadecimal: `number:
 * local remote state unacknowledged:unread timer:when retransmits user timeout inode`.
 */
const CONNECTION = /^ *\d+: \S+ \S+ \S+ ([0-9A-F]+):\S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

/**
 * Returns a function for the number of bytes that the kernel has accepted from a connection but the client hasn't acknowledged.
 * The kernel accepts megabytes at once and then nothing for minutes, so without this number a slow reader would look like one
 * that stopped. 0 if the kernel doesn't report it.
 */
export async function unacknowledgedBytes(): Promise<(socket: Socket) => number> {
  const bytesByInode = new Map<string, number>();
  for (const table of TABLES) {
    const text = await readFile(table, 'latin1').catch(() => '');
    for (const [, bytes, inode] of text.matchAll(CONNECTION)) bytesByInode.set(inode!, Number.parseInt(bytes!, 16));
  }
  return (socket) => bytesByInode.get(inodeOf(socket) ?? '') ?? 0;
}

function inodeOf(socket: Socket): string | undefined {
  const { _handle: handle } = socket as Socket & { _handle?: { fd?: number } | null };
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${handle?.fd}`))?.[1];
  } catch {
    return undefined;
  }
}
