export { idempotencyKeyOf, linkToNext, waitOf } from './headers.ts';
export { lowerCase, optionalText, pageQuery, tagList, upperCase } from './inputs.ts';
export { openApiDocument } from './openapi.ts';
export { openApiMount } from './openapi-mount.ts';
export { operationNames } from './operation-names.ts';
export { restMounts } from './rest-mounts.ts';
export { type Reply, type Route, route } from './route.ts';
export { accessTo } from './run-route.ts';
export { Sha256, Time } from './shapes.ts';
