import { define } from '../internal/define.ts';
import { McpSchemaForm } from './schema-form.ts';

define('mcp-schema-form', McpSchemaForm);
