export { sandboxConfig } from './sandbox.config.ts';
export { type SandboxOptions, sandboxModel } from './sandbox-model.ts';
