import { lookup as resolveName } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

export type ResolveName = (hostname: string) => Promise<{ address: string; family: number }[]>;

/** By the system's resolver: all addresses of a name. */
export const resolveAll: ResolveName = (hostname) => resolveName(hostname, { all: true });

/**
 * How a socket finds the addresses of a name. Names are resolved here and nowhere else: the addresses that are judged are the
 * very ones that the socket then connects to, so a name that answers differently the second time gains nothing. A host that is
 * written as an address is never looked up: that has to be judged beforehand.
 *
 * @param judge throws for addresses that may not be connected to, and for none at all
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
