/**
 * Asks for one after the other, a few at a time, and gives the answers in the order they were asked for: fast, and no more in
 * memory than `width` of them.
 */
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
      // It may fail before its turn; whoever takes it then hears of it.
      answer.catch(() => {});
      underWay.push(answer);
    }
    yield await underWay.shift()!;
  }
}
