/** What the page's console would be told with `reportError`, in place of telling it, until `restore()`. */
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
