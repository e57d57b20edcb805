import { define } from '../internal/element.ts';
import { McpSchemaForm } from './schema-form.ts';

define('mcp-schema-form', McpSchemaForm);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpSchemaForm } from './schema-form.ts';
