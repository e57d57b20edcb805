/// <reference lib="esnext.disposable" preserve="true" />

/** WebKit has no `Symbol.asyncDispose` yet; what polyfills it there uses the registry. */
export const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');
