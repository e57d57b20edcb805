/** Collects what `reportError` would print on the console, until `restore()`. */
export function collectReports(): { readonly reports: readonly unknown[]; restore(this: void): void } {
  const original = globalThis.reportError;
  const reports: unknown[] = [];
  globalThis.reportError = (error: unknown) => void reports.push(error);
  return {
    reports,
    restore: () => {
      globalThis.reportError = original;
    },
  };
}
