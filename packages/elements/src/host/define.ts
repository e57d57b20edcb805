import { define } from '../internal/base/element.ts';
import { McpHostElement } from './host.ts';

define('mcp-host', McpHostElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpHostElement } from './host.ts';
