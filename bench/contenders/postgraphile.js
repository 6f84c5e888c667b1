/** PostGraphile as its documentation runs it as a library: the base preset, Grafserv on Node's HTTP server. */
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: Number(process.env.DATABASE_POOL_SIZE) },
    }),
  ],
  grafserv: { graphiql: false, watch: false, websockets: false },
  grafast: { explain: false },
};

const server = createServer();
await postgraphile(preset).createServ(grafserv).addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
