// What the command that runs a witness needs; nothing of the service is loaded by it.
export { Witness } from './witness-server.ts';
