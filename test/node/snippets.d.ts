// What the examples in docstrings and documents may use without importing it.
/** The page's <mcp-host>. */
declare const host: HTMLElementTagNameMap['mcp-host'];
