import { define } from '../internal/element.ts';
import { McpPermissions } from './permissions.ts';

define('mcp-permissions', McpPermissions);

// Importing this file also makes the element known to TypeScript.
export type { McpPermissions } from './permissions.ts';
