import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

/** Says at the end which files took longest, so that one that has grown slow is seen while it is new. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const files = modules.map((file) => ({ name: file.relativeModuleId, seconds: file.diagnostic().duration / 1000 }));
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, SHOWN);
    const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(9)} s  ${name}`);
    console.log(`\n The slowest of ${files.length} files, which took ${total.toFixed(0)} s one after the other:`);
    console.log(lines.join('\n'));
  }
}
