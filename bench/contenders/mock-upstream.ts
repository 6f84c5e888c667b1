/** The provider that all gateways are measured against. */
import { MockUpstream } from '../../test/support/mock-upstream.ts';

await MockUpstream.start({ port: Number(process.env.PORT), records: false });
