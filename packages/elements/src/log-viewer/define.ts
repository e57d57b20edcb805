import { define } from '../internal/element.ts';
import { McpLogViewer } from './log-viewer.ts';

define('mcp-log-viewer', McpLogViewer);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpLogViewer } from './log-viewer.ts';
