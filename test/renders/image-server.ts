import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** How the server answers one request for pictures. */
export type Answer = (res: ServerResponse, body: Record<string, unknown>) => Promise<void> | void;

/** A server that speaks OpenAI's protocol for pictures, and answers as a test says. */
export class ImageServer {
  readonly #server: Server;
  /** Bodies of what it was asked, in order. */
  readonly asked: Record<string, unknown>[] = [];
  answer: Answer = drawing();
  /** Whether it refuses the key wherever it is shown, not only with a request for pictures. */
  refusesKey = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ImageServer> {
    const server = createServer();
    const images = new ImageServer(server);
    server.on('request', (req, res) => void images.#take(req, res));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return images;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (req.method === 'GET') {
      if (this.refusesKey) json(res, 401, { error: { message: 'No.', code: 'invalid_api_key' } });
      else json(res, 200, { object: 'list', data: [] });
      return;
    }
    const body = JSON.parse(Buffer.concat(chunks).toString());
    this.asked.push(body);
    await this.answer(res, body);
  }
}

/** A picture of one colour. */
export function plainPicture(width: number, height: number, background = '#336699'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

export function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const CREATED = 1_790_000_000;
const USAGE = { input_tokens: 12, output_tokens: 1_056, total_tokens: 1_068 };

/** Draws, and has a size of its own in mind. Each picture is of another colour. */
export function drawing(width = 1024, height = 1024): Answer {
  return async (res, { n = 1 }) => {
    const data = await Promise.all(
      Array.from({ length: n as number }, async (_, index) => {
        const shade = (17 * (index + 1)).toString(16).padStart(2, '0');
        return { b64_json: (await plainPicture(width, height, `#3366${shade}`)).toString('base64') };
      }),
    );
    json(res, 200, { created: CREATED, data, usage: USAGE });
  };
}

export const giving =
  (data: unknown): Answer =>
  (res) =>
    json(res, 200, { created: CREATED, data, usage: USAGE });

export const refusing =
  (status: number, error: object): Answer =>
  (res) =>
    json(res, status, { error });
