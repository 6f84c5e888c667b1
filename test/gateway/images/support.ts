import { customer } from '../../../src/customers/customer.principal.ts';
import {
  type EmbeddedEngine,
  ImageNotTaken,
  type ImageRequest,
  type ImageTasks,
  type RawImage,
  RunFailed,
} from '../../../src/gateway/index.ts';
import { type Principal } from '../../../src/platform/auth/principal.ts';
import { Context } from '../../../src/platform/context.ts';
import { Refusal } from '../../../src/platform/errors/errors.ts';
import type { Api, Json } from '../../support/api.ts';
import { PNG } from '../../support/providers/image-protocols.ts';

export const CANARY_PROMPT = 'canary picture: nobody may ever read this';

export function imageRequest(more: Partial<ImageRequest> = {}): ImageRequest {
  return {
    task: 'media/image',
    prompt: CANARY_PROMPT,
    widthPx: 1_024,
    heightPx: 1_024,
    seed: null,
    count: 1,
    preference: null,
    surface: 'IMAGES',
    ...more,
  };
}

/** Draws one pixel, and counts how often. */
export class FakeEngine implements EmbeddedEngine {
  drawn = 0;
  readonly #isCovering: boolean;

  constructor({ isCovering = true } = {}) {
    this.#isCovering = isCovering;
  }

  covers(): boolean {
    return this.#isCovering;
  }

  async draw({ count }: ImageRequest): Promise<readonly RawImage[]> {
    this.drawn += 1;
    return Array.from({ length: count }, () => ({ bytes: PNG, mediaType: 'image/png' }));
  }
}

/** Takes what begins like a PNG. */
export async function acceptPng(image: RawImage): Promise<RawImage> {
  if (!Buffer.from(image.bytes.subarray(0, 8)).equals(PNG.subarray(0, 8))) throw new ImageNotTaken('no PNG');
  return image;
}

export function imagesOf(api: Api): ImageTasks {
  return (api.services.apis as unknown as { gateway: { images: ImageTasks } }).gateway.images;
}

export function contextOf(api: Api, principal: Principal, signal = new AbortController().signal): Context {
  return new Context(api.services.platform, { principal, requestId: 'test', signal });
}

/** A customer of its own for each test, with what is said of it. */
export async function newCustomer(api: Api, more: Json = {}): Promise<{ id: string; principal: Principal }> {
  const { data, errors } = await api.graphql(
    `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) {
      ... on CreatedCustomer { customer { id } } ... on Problem { message } } }`,
    { as: 'operator', variables: { input: { name: `Draws ${Math.random()}`, plan: 'PRO', ...more } } },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  const { id } = data.createCustomer.customer;
  const issued = await api.graphql(
    `mutation ($id: ID!) { issueCustomerKey(input: { customerId: $id, name: "Test" }) {
      ... on IssuedCustomerKey { customerKey { id } } } }`,
    { as: 'operator', variables: { id } },
  );
  return { id, principal: customer(id, issued.data.issueCustomerKey.customerKey.id) };
}

export interface DrawOptions {
  principal: Principal;
  engine?: EmbeddedEngine;
  request?: Partial<ImageRequest>;
  signal?: AbortSignal;
}

export function draw(api: Api, { principal, engine = new FakeEngine(), request = {}, signal }: DrawOptions) {
  return imagesOf(api).draw(contextOf(api, principal, signal), imageRequest(request), engine, acceptPng);
}

/** What a drawing that came to nothing was ended by. */
export async function failedDraw(api: Api, options: DrawOptions): Promise<RunFailed | Refusal> {
  const error = await draw(api, options).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof RunFailed || error instanceof Refusal) return error;
  throw new Error('It was drawn, or failed in a way that nobody foresaw.', { cause: error });
}

export async function runsOf(api: Api, customerId: string) {
  return await api.database.query<Json>('select * from run where customer_id = $1 order by id', [customerId]);
}

export async function attemptsOf(api: Api, runId: string) {
  return await api.database.query<Json>('select * from attempt where run_id = $1 order by number', [runId]);
}

/** In micros: spent, and set aside by runs under way. As the database has it at this moment. */
export async function moneyOf(api: Api, customerId: string): Promise<{ spent: number; reserved: number }> {
  const [row] = await api.database.query<{ spent: number; reserved: number }>(
    `select (select coalesce(sum(spent_micros), 0)::float8 from usage_period where subject = $1) as spent,
            (select coalesce(sum(micros), 0)::float8 from reservation where account_id = $1 and settled_at is null) as reserved`,
    [customerId],
  );
  return row!;
}
