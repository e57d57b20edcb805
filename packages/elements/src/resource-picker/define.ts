import { define } from '../internal/element.ts';
import { McpResourcePicker } from './resource-picker.ts';

define('mcp-resource-picker', McpResourcePicker);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpResourcePicker } from './resource-picker.ts';
