/** One core of those that there are. */
export const oneCore = ['taskset', '-c', '0'];

/**
 * A file system that only takes writes in one folder, with a megabyte of /tmp that runs no programs: as containers have it with
 * `read_only: true`.
 */
export function readOnlyBut(folder: string): string[] {
  const aside = '/mnt';
  const steps = [
    `mount --bind '${folder}' ${aside}`,
    'mount -t tmpfs -o size=1m,noexec tmpfs /tmp',
    `mkdir -p '${folder}'`,
    `mount --bind ${aside} '${folder}'`,
    'mount -o remount,bind,ro /',
    // What fails here would leave the program with more than it was to have.
    '! touch /in-root 2>/dev/null',
    'exec "$@"',
  ];
  return ['unshare', '--mount', '/bin/sh', '-c', steps.join(' && '), 'sh'];
}
