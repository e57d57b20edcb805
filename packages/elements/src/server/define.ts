import { define } from '../internal/base/element.ts';
import { McpServerElement } from './server.ts';

define('mcp-server', McpServerElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpServerElement } from './server.ts';
