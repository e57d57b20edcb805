import { define } from '../internal/base/element.ts';
import { McpContentElement } from './content.ts';

define('mcp-content', McpContentElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpContentElement } from './content.ts';
