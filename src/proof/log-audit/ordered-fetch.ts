/** Fetches items in parallel and yields them in order, with at most `width` items in memory. */
export async function* fetchInOrder<T>(
  from: number,
  to: number,
  width: number,
  fetchOne: (index: number) => Promise<T>,
): AsyncGenerator<T> {
  const underWay: Promise<T>[] = [];
  let next = from;
  while (next < to || underWay.length > 0) {
    while (next < to && underWay.length < width) {
      const answer = fetchOne(next++);
      // Prevents an unhandled rejection while the item waits. The error is thrown when the item is yielded.
      answer.catch(() => {});
      underWay.push(answer);
    }
    yield await underWay.shift()!;
  }
}
