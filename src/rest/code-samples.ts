import type { MethodDocs } from '../platform/http/method-docs.ts';
import type { Method } from '../platform/http/mount.ts';

/** Base URL in the examples. A page that displays them inserts its own origin. */
export const EXAMPLE_ORIGIN = 'http://127.0.0.1:4000';

/** A code sample in the format of Redoc. */
interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

interface SampleRequest {
  method: Method;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** True if the request has a credential, which the sample reads from the environment. */
  isBearer: boolean;
  /** True if the request has an idempotency key. */
  hasKey: boolean;
  /** Request body, sent as JSON. */
  body: unknown;
}

/**
 * Code samples that send the example request of an operation. Null for operations without a successful response in JSON, such
 * as pages, files and streams.
 * @param template the path, with its parameters in braces
 */
export function codeSamples(method: Method, template: string, docs: MethodDocs): CodeSample[] | null {
  const isJson = Object.entries(docs.answers).some(
    ([status, { content = {} }]) => Number(status) < 300 && Object.keys(content)[0] === 'application/json',
  );
  if (!isJson) return null;
  const request = requestOf(method, template, docs);
  return [
    { lang: 'Shell', label: 'curl', source: asCurl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: asFetch(request) },
  ];
}

function requestOf(method: Method, template: string, { example, params = {}, credential }: MethodDocs): SampleRequest {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => params[name]!.example);
  // Leaves out the example's idempotency key, which all readers would share. A sample program creates its own key, and a shell
  // command needs none.
  const { 'Idempotency-Key': key, ...headers } = example.headers ?? {};
  const query = new URLSearchParams(example.query).toString();
  return {
    method,
    url: EXAMPLE_ORIGIN + path + (query && `?${query}`),
    headers: { ...headers, ...(example.body !== undefined && { 'Content-Type': 'application/json' }) },
    isBearer: credential === 'BEARER',
    hasKey: key !== undefined,
    body: example.body,
  };
}

function asCurl({ method, url, headers, isBearer, body }: SampleRequest): string {
  const usual = body === undefined ? 'GET' : 'POST';
  const lines = [
    `curl ${method === usual ? '' : `-X ${method} `}${shellText(url)}`,
    ...(isBearer ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shellText(JSON.stringify(body, null, 2))}`]),
  ];
  return lines.join(' \\\n  ');
}

function asFetch({ method, url, headers, isBearer, hasKey, body }: SampleRequest): string {
  const headerLines = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is filled in where it is run
    ...(isBearer ? ['Authorization: `Bearer ${process.env.TOKEN}`'] : []),
    ...(hasKey ? ["'Idempotency-Key': crypto.randomUUID()"] : []),
    ...Object.entries(headers).map(([name, value]) => `${memberName(name)}: ${scriptText(value)}`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: ${scriptText(method)}`]),
    ...(headerLines.length > 0 ? [`headers: ${block('{', headerLines, '}', '  ')}`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body, '  ')})`]),
  ];
  const given = options.length > 0 ? `, ${block('{', options, '}', '')}` : '';
  return `const response = await fetch(${scriptText(url)}${given});
if (!response.ok) throw new Error(await response.text());
console.log(await response.json());`;
}

/** Quotes a text for use in a shell command. */
function shellText(text: string): string {
  return /^[\w:/.,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return scriptText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((one) => literal(one, inner));
    const line = `[${items.join(', ')}]`;
    return line.length < 80 && !line.includes('\n') ? line : block('[', items, ']', indent);
  }
  const members = Object.entries(value).map(([name, one]) => `${memberName(name)}: ${literal(one, inner)}`);
  return members.length === 0 ? '{}' : block('{', members, '}', indent);
}

function block(open: string, lines: readonly string[], close: string, indent: string): string {
  return `${open}\n${lines.map((line) => `${indent}  ${line},\n`).join('')}${indent}${close}`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : scriptText(name);
}

/** Formats a text as a JavaScript string literal with single quotation marks. */
function scriptText(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
