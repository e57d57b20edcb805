import { define } from '../internal/base/element.ts';
import { McpPromptPickerElement } from './prompt-picker.ts';

define('mcp-prompt-picker', McpPromptPickerElement);

// Importing this file also declares the element and its events to TypeScript.
export type { McpPromptPickerElement } from './prompt-picker.ts';
