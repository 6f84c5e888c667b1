export { HealthResolver } from './health.resolver.ts';
export { type Dependency, Health } from './health.ts';
