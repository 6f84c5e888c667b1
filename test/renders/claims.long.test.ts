import { claimsAt } from './claims.ts';

claimsAt([2, 3]);
