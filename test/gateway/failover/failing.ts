import { type Api, startApi } from '../../support/api.ts';
import { MockUpstream } from '../../support/mock-upstream.ts';
import { Asking, providersAt } from './asking.ts';
import { makeCustomer, shortenTimeouts, TIMEOUTS } from './prepare.ts';
import type { Target } from './scenarios.ts';

/** A service of its own before a provider with moods. */
export class Failing implements AsyncDisposable {
  readonly target: Target;
  readonly #api: Api;
  readonly #upstream: MockUpstream;

  private constructor(api: Api, upstream: MockUpstream, key: string) {
    this.#api = api;
    this.#upstream = upstream;
    this.target = {
      asking: new Asking(api.url, key),
      upstream,
      firstTokenMs: TIMEOUTS.firstTokenMs,
      isAlive: async () => (await api.fetch('/livez')).status === 200,
    };
  }

  static async start(): Promise<Failing> {
    const upstream = await MockUpstream.start();
    const api = await startApi({ env: { ...providersAt(upstream), LOG_LEVEL: 'error' } });
    const asOperator = async (query: string, variables?: object) => {
      const { data, errors } = await api.graphql(query, { as: 'operator', variables });
      if (errors) throw new Error(errors.map(({ message }) => message).join(' '));
      return data;
    };
    const key = await makeCustomer(asOperator);
    await shortenTimeouts(asOperator);
    return new Failing(api, upstream, key);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#api.stop();
    await this.#upstream.stop();
  }
}
