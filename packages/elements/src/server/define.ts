import { define } from '../internal/base/element.ts';
import { McpServerElement } from './server.ts';

define('mcp-server', McpServerElement);

// Importing this file also declares the element and its events to TypeScript.
export type { McpServerElement } from './server.ts';
