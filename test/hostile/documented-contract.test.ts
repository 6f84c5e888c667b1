import { answersAreDocumented } from './documented-contract.ts';

answersAreDocumented(2);
