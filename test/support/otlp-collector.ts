import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';

/** What these tests read of OTLP, in the numbers of opentelemetry-proto v1. Decoders leave out what they do not know. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message Status { int32 code = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9; Status status = 15;
  }
  message ScopeSpans { repeated Span spans = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Traces { repeated ResourceSpans resource_spans = 1; }
  message Metric { string name = 1; string unit = 3; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message Metrics { repeated ResourceMetrics resource_metrics = 1; }
`);

export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  attributes: Record<string, unknown>;
  isError: boolean;
}

/** Stands in for whoever collects by OTLP, and keeps what it was sent. */
export class OtlpCollector implements AsyncDisposable {
  readonly spans: SentSpan[] = [];
  /** Unit by name. */
  readonly metrics = new Map<string, string>();
  readonly resource: Record<string, unknown> = {};
  readonly requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  readonly #server = createServer(async (req, res) => {
    const body = await buffer(req);
    this.requests.push({ path: req.url!, headers: req.headers });
    if (this.#isDeaf) return;
    if (req.url === '/v1/traces') this.#takeSpans(body);
    else if (req.url === '/v1/metrics') this.#takeMetrics(body);
    res.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
  });
  readonly #isDeaf: boolean;

  private constructor(isDeaf: boolean) {
    this.#isDeaf = isDeaf;
  }

  /** @param isDeaf takes what it is sent and never answers */
  static async listen({ isDeaf = false } = {}): Promise<OtlpCollector> {
    const collector = new OtlpCollector(isDeaf);
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #takeSpans(body: Buffer): void {
    for (const { resource, scopeSpans } of decode('Traces', body).resourceSpans) {
      Object.assign(this.resource, attributesOf(resource.attributes));
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        this.spans.push({
          traceId: span.traceId.toString('hex'),
          spanId: span.spanId.toString('hex'),
          parentSpanId: span.parentSpanId.toString('hex'),
          name: span.name,
          attributes: attributesOf(span.attributes),
          isError: span.status?.code === 2,
        });
      }
    }
  }

  #takeMetrics(body: Buffer): void {
    for (const { scopeMetrics } of decode('Metrics', body).resourceMetrics) {
      for (const { name, unit } of scopeMetrics.flatMap((scope) => scope.metrics)) this.metrics.set(name, unit);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

type Attributes = { key: string; value: Record<string, unknown> }[];
interface DecodedSpan {
  traceId: Buffer;
  spanId: Buffer;
  parentSpanId: Buffer;
  name: string;
  attributes: Attributes;
  status: { code: number } | null;
}
interface Decoded {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: DecodedSpan[] }[] }[];
  resourceMetrics: { scopeMetrics: { metrics: { name: string; unit: string }[] }[] }[];
}

function decode(type: 'Traces' | 'Metrics', body: Buffer): Decoded {
  const message = root.lookupType(type);
  return message.toObject(message.decode(body), {
    arrays: true,
    longs: Number,
    bytes: Buffer,
    defaults: true,
  }) as Decoded;
}

function attributesOf(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
