import { define } from '../internal/base/element.ts';
import { McpHostElement } from './host.ts';

define('mcp-host', McpHostElement);

// Importing this file also declares the element and its events to TypeScript.
export type { McpHostElement } from './host.ts';
