import { claimsAt } from './claims.ts';

claimsAt([1, 2]);
