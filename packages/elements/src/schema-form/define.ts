import { define } from '../internal/base/element.ts';
import { McpSchemaFormElement } from './schema-form.ts';

define('mcp-schema-form', McpSchemaFormElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpSchemaFormElement } from './schema-form.ts';
