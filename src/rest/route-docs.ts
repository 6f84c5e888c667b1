import { type AnswerDocs, type ContentDocs, type MethodDocs, sameAsBefore } from '../platform/http/method-docs.ts';
import type { Route } from './route.ts';

/** Documentation of a REST route in the form that every mount has. */
export function docsOf(route: Route): MethodDocs {
  const { tag, summary, description, params, query, example, answer, problems, credential } = route;
  const isCounted = problems.includes('RATE_LIMITED');
  const headers: AnswerDocs['headers'] = [
    ...(answer.headers ?? []),
    ...(route.isTagged ? (['Cache-Control', 'ETag', 'Vary'] as const) : []),
    ...(isCounted ? (['RateLimit?', 'RateLimit-Policy?'] as const) : []),
    ...(route.page ? (['Vary'] as const) : []),
  ];
  const { schema } = answer;
  const others = route.alsoAnswers?.map(({ status, content, example: body = answer.example, ...also }) => {
    const own = content === undefined ? { 'application/json': { schema, example: body } } : (content ?? undefined);
    return [status, { ...also, ...(own && { content: own }) }] as const;
  });
  return {
    name: nameOf(route),
    tag,
    summary,
    description,
    credential: credential === 'PATH_TOKEN' ? 'NONE' : credential,
    params,
    query,
    takes: [
      ...(route.takes ?? []),
      ...(route.page ? (['Accept'] as const) : []),
      ...(route.isTagged ? (['If-None-Match'] as const) : []),
    ],
    ...(route.body && { body: bodyOf(route) }),
    example,
    answers: {
      [answer.status]: {
        description: answer.description,
        headers,
        content: {
          'application/json': { schema, example: answer.example },
          ...(route.page && PAGE),
          ...answer.otherContent,
        },
      },
      ...Object.fromEntries(others ?? []),
      ...Object.fromEntries(route.isTagged ? [[304, sameAsBefore(headers)]] : []),
    },
    problems: [...problems, ...(params ? (['BAD_USER_INPUT'] as const) : []), 'SERVICE_UNAVAILABLE', 'STORAGE_FULL'],
  };
}

function nameOf({ operation, path }: Route): string {
  const name = /(?:query|mutation)\s+(\w+)/.exec(operation.toString())?.[1] ?? path;
  return name[0]!.toLowerCase() + name.slice(1);
}

function bodyOf({ body, form }: Route): MethodDocs['body'] {
  return { 'application/json': body!, ...(form && { 'multipart/form-data': form.schema }) };
}

const PAGE: ContentDocs = { 'text/html': { text: '<!doctype html>…' } };
