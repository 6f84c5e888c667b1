export { agent } from './agent.principal.ts';
