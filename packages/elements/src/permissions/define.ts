import { define } from '../internal/base/element.ts';
import { McpPermissionsElement } from './permissions.ts';

define('mcp-permissions', McpPermissionsElement);

// Importing this file also declares the element to TypeScript.
export type { McpPermissionsElement } from './permissions.ts';
