// TypeScript wants types for what a module imports. A stylesheet exports nothing.
export {};
