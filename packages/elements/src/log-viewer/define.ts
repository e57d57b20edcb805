import { define } from '../internal/base/element.ts';
import { McpLogViewerElement } from './log-viewer.ts';

define('mcp-log-viewer', McpLogViewerElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpLogViewerElement } from './log-viewer.ts';
