import { define } from '../internal/base/element.ts';
import { McpToolsElement } from './tools.ts';

define('mcp-tools', McpToolsElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpToolsElement } from './tools.ts';
