import { define } from '../internal/base/element.ts';
import { McpTasksElement } from './tasks.ts';

define('mcp-tasks', McpTasksElement);

// Importing this file also makes the element known to TypeScript.
export type { McpTasksElement } from './tasks.ts';
