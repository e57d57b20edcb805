import { define } from '../internal/element.ts';
import { McpPromptPicker } from './prompt-picker.ts';

define('mcp-prompt-picker', McpPromptPicker);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpPromptPicker } from './prompt-picker.ts';
