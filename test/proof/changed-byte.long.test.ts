import { describeChangedByte } from './changed-byte.ts';

describeChangedByte((bytes) => bytes.keys(), 2_000);
