/** A page with an element of its own beside ours, for a bundler. */
import './page.ts';
import '@mcp-web/elements/define';
