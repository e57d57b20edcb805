import { define } from '../internal/base/element.ts';
import { McpElicitationFormElement } from './elicitation-form.ts';

define('mcp-elicitation-form', McpElicitationFormElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpElicitationFormElement } from './elicitation-form.ts';
