// What the examples in docstrings and documents may use without importing it.
/** The page's <mcp-host>. */
declare const host: HTMLElementTagNameMap['mcp-host'];

/** As much of Angular as the example needs: its compiler is not installed here. */
declare module '@angular/core' {
  export const CUSTOM_ELEMENTS_SCHEMA: { name: string };
  export function Component(options: { selector: string; schemas: object[]; template: string }): ClassDecorator;
}
