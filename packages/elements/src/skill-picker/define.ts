import { define } from '../internal/base/element.ts';
import { McpSkillPickerElement } from './skill-picker.ts';

define('mcp-skill-picker', McpSkillPickerElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpSkillPickEvent } from './events.ts';
export type { McpSkillPickerElement } from './skill-picker.ts';
