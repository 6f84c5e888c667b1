/** Mercurius with its compiler on (`jit: 1`: from the first request) and one hand-written prepared statement. */
import Fastify from 'fastify';
import { GraphQLScalarType } from 'graphql';
import mercurius from 'mercurius';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL_SIZE) });

const schema = `
  scalar DateTime
  type Query { assets(first: Int!): AssetConnection! }
  type AssetConnection { nodes: [Asset!]! }
  enum AssetStatus { LIVE ARCHIVED TRASHED QUARANTINED }
  type Asset {
    id: ID!
    title: String!
    alt: String!
    status: AssetStatus!
    thumbhash: String!
    dominantColor: String!
    createdAt: DateTime!
    updatedAt: DateTime!
  }
`;

const PAGE = `
  select id, title, alt, status, thumbhash, dominant_color as "dominantColor", created_at as "createdAt", updated_at as "updatedAt"
  from asset order by id desc limit $1
`;

const resolvers = {
  DateTime: new GraphQLScalarType({ name: 'DateTime', serialize: (value) => value.toISOString() }),
  Query: {
    async assets(_root, { first }) {
      const { rows } = await pool.query({ name: 'page', text: PAGE, values: [first] });
      return { nodes: rows };
    },
  },
};

const app = Fastify();
app.register(mercurius, { schema, resolvers, jit: 1 });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
