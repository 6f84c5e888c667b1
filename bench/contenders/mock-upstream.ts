/** Starts the simulated provider that all measured gateways call. */
import { MockUpstream } from '../../test/support/mock-upstream.ts';

await MockUpstream.start({ port: Number(process.env.PORT), records: false });
