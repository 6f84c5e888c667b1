import type { RequestHandler } from 'express';
import { definitionList, htmlPage, PAGE_POLICY } from '../platform/http/html-page.ts';

const LINKS = [
  ['GraphiQL', '<a href="/graphql">/graphql</a>: ask the graph by hand; the same address takes queries'],
  ['REST', '<a href="/openapi.json">/openapi.json</a>: the documented paths'],
  ['Schema', '<a href="/schema.graphql">/schema.graphql</a>: for code generators'],
  ['Verifier', '<a href="/verifier.html">/verifier.html</a>: check a seal; save the page and it works without us'],
  ['Log', '<a href="/log">/log</a>: the transparency log that every seal stands in'],
  [
    'Health',
    '<a href="/api/health/architecture">/api/health/architecture</a>: what the service needs and whether it is there',
  ],
] as const;

/** `/`: where a person who typed the address finds the rest. */
export const homePage: RequestHandler = (_req, res) => {
  const body = `<h1>Imprimatur</h1>
<p>Renders pictures from a brief into a governed image bank, and seals what comes out so that anyone can check it later.</p>
${definitionList(LINKS)}`;
  res.set('Content-Security-Policy', PAGE_POLICY).type('html').send(htmlPage('Home', body));
};
