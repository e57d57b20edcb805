import { define } from '../internal/base/element.ts';
import { McpResourcePickerElement } from './resource-picker.ts';

define('mcp-resource-picker', McpResourcePickerElement);

// Importing this file also declares the element and its events to TypeScript.
export type { McpResourcePickerElement } from './resource-picker.ts';
