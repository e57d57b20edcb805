import { define } from '../internal/element.ts';
import { McpContent } from './content.ts';

define('mcp-content', McpContent);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpContent } from './content.ts';
