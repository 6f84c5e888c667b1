export { SIMULATED } from './answers/index.ts';
export { type SandboxOptions, sandboxModel } from './sandbox-model.ts';
