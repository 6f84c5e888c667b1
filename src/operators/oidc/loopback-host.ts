/**
 * True if a host name, as `URL` parses it, is this machine. Requests to it don’t leave the machine, so they can’t be intercepted
 * in a network.
 */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
