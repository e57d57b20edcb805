import { define } from '../internal/base/element.ts';
import { McpToolCallElement } from './tool-call.ts';

define('mcp-tool-call', McpToolCallElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpToolCallElement } from './tool-call.ts';
