/** The floor: no GraphQL, no framework and no access control. PostgreSQL writes the response, and Node passes it on. */
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL_SIZE) });
const time = (column) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const statement = {
  name: 'page',
  rowMode: 'array',
  text: `select json_build_object('assets', json_build_object('nodes', json_agg(row)))::text from (
    select id, title, alt, status, thumbhash, dominant_color as "dominantColor",
      ${time('created_at')} as "createdAt", ${time('updated_at')} as "updatedAt"
    from asset order by id desc limit $1
  ) row`,
};

createServer(async (req, res) => {
  // Reads the complete request, as any real server must.
  for await (const _ of req);
  const { rows } = await pool.query({ ...statement, values: [50] });
  const body = `{"data":${rows[0][0]}}`;
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
