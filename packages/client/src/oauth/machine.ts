export type { TokenSet } from './model.ts';
