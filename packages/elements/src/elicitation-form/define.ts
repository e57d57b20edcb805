import { define } from '../internal/element.ts';
import { McpElicitationForm } from './elicitation-form.ts';

define('mcp-elicitation-form', McpElicitationForm);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpElicitationForm } from './elicitation-form.ts';
