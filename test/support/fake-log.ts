import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeUtf8 } from '../../src/proof/bytes.ts';
import { CompactRange, leafHash } from '../../src/proof/merkle.ts';
import { encodeEntryBundle, parseTilePath, TILE_WIDTH } from '../../src/proof/tiles.ts';
import type { TestSigner } from './note-signing.ts';
import { TestLog } from './test-log.ts';

export interface Story {
  size: number;
  entry?: (index: number) => string;
  /** Of these sizes, listed; null lists none. */
  checkpoints?: string[] | null;
}

/** A log over HTTP that can tell one story today and another tomorrow, all of them well signed. Up to 65,536 entries. */
export class FakeLog implements AsyncDisposable {
  readonly #server = createServer((request, response) => {
    const body = this.#answer(request.url!.slice('/log'.length).replace(/^\//, ''));
    response.writeHead(body === null ? 404 : 200).end(body ?? '');
  });
  readonly signer: TestSigner;
  #log: TestLog;
  #story: Required<Story>;

  private constructor(signer: TestSigner, story: Story) {
    this.signer = signer;
    [this.#log, this.#story] = this.#read(story);
  }

  static async telling(signer: TestSigner, story: Story): Promise<FakeLog> {
    const log = new FakeLog(signer, story);
    await new Promise<void>((resolve) => log.#server.listen(0, '127.0.0.1', resolve));
    return log;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  tell(story: Story): void {
    [this.#log, this.#story] = this.#read(story);
  }

  /** A checkpoint of what is told now. */
  checkpoint(size = this.#story.size): string {
    return this.#log.checkpoint(size);
  }

  #read({ size, entry = (index) => `entry ${index}`, checkpoints = null }: Story): [TestLog, Required<Story>] {
    return [new TestLog(this.signer.key.name, size, entry, this.signer), { size, entry, checkpoints }];
  }

  #answer(path: string): string | Uint8Array | null {
    const { size, entry, checkpoints } = this.#story;
    if (path === 'checkpoint') return this.checkpoint();
    if (path.startsWith('checkpoints')) return checkpoints && JSON.stringify({ checkpoints, next: null });
    if (!path.startsWith('tile/')) return null;
    const tile = parseTilePath(path);
    const first = tile.index * TILE_WIDTH;
    if (tile.kind === 'tile' && tile.level > 0) return tile.level === 1 ? this.#upper(tile.width) : null;
    if (first + tile.width > size) return null;
    const indexes = Array.from({ length: tile.width }, (_, at) => first + at);
    return tile.kind === 'tile'
      ? Buffer.concat(indexes.map((index) => this.#log.leaf(index)))
      : encodeEntryBundle(indexes.map((index) => encodeUtf8(entry(index))));
  }

  #upper(width: number): Uint8Array {
    return Buffer.concat(
      Array.from({ length: width }, (_, tile) => {
        const range = new CompactRange();
        for (let at = 0; at < TILE_WIDTH; at++) {
          range.append(leafHash(encodeUtf8(this.#story.entry(tile * TILE_WIDTH + at))));
        }
        return range.root();
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
