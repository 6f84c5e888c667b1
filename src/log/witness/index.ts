// Interface for the command that runs a witness. Importing it loads nothing of the service.
export { Witness } from './witness-server.ts';
