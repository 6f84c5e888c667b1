export { isOperator, person } from './operator.principal.ts';
