import { define } from '../internal/base/element.ts';
import { McpPromptPickerElement } from './prompt-picker.ts';

define('mcp-prompt-picker', McpPromptPickerElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpPromptPickerElement } from './prompt-picker.ts';
