import { lookup as resolveName } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

export type ResolveName = (hostname: string) => Promise<{ address: string; family: number }[]>;

/** Resolves a host name to all its addresses with the system's resolver. */
export const resolveAll: ResolveName = (hostname) => resolveName(hostname, { all: true });

/**
 * Resolves a host name for a socket and checks the addresses that the socket then uses, so that a second, different DNS answer
 * has no effect. Sockets never look up a host written as an IP address, so check such a host first.
 * @param judge throws for addresses that aren't allowed, and for an empty list
 */
export function checkedLookup(
  resolve: ResolveName,
  judge: (addresses: readonly { address: string }[]) => void,
): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        try {
          judge(addresses);
        } catch (error) {
          return callback(error as Error, []);
        }
        if (all) callback(null, addresses);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (cause) => callback(cause, []),
    );
  };
}
