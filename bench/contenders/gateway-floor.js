/** The floor of a gateway: `node:http` in front, undici behind, bytes passed on unchanged. No authentication, nothing stored. */
import { createServer } from 'node:http';
import { Pool } from 'undici';

const upstream = new URL(process.env.UPSTREAM_URL);
const pool = new Pool(upstream.origin, { connections: 64 });

createServer(async (req, res) => {
  const parts = [];
  for await (const part of req) parts.push(part);
  const answer = await pool.request({
    path: `${upstream.pathname}/chat/completions`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: req.headers.authorization },
    body: Buffer.concat(parts),
  });
  res.writeHead(answer.statusCode, { 'content-type': answer.headers['content-type'] });
  answer.body.pipe(res);
}).listen(Number(process.env.PORT), '127.0.0.1');
