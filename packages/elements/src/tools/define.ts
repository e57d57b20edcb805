import { define } from '../internal/element.ts';
import { McpTools } from './tools.ts';

define('mcp-tools', McpTools);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpTools } from './tools.ts';
