// API for the command that runs a witness. Importing this file loads nothing of the service.
export { Witness } from './witness-server.ts';
