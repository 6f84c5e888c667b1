import { defineConfig } from 'orval';

const service = process.env.IMPRIMATUR_URL ?? 'http://127.0.0.1:4000';
const input = `${service}/openapi.json`;

export default defineConfig({
  client: {
    input,
    output: {
      client: 'fetch',
      target: 'generated/client.ts',
      baseUrl: service,
      // Two operations take JSON or a form: each becomes two functions.
      override: { splitByContentType: true },
    },
  },
  schemas: { input, output: { client: 'zod', target: 'generated/schemas.ts' } },
});
