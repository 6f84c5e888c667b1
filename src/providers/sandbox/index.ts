export { type SandboxOptions, sandboxModel } from './sandbox-model.ts';
