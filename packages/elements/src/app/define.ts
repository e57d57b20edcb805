import { define } from '../internal/base/element.ts';
import { McpAppElement } from './app.ts';

define('mcp-app', McpAppElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpAppContextEvent, McpAppMessageEvent } from './events.ts';
export type { McpAppElement } from './app.ts';
