export { InboundSecret } from './inbound-secret.ts';
export { Setting } from './setting.entity.ts';
export { SettingResolver } from './setting.resolver.ts';
