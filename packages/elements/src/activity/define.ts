import { define } from '../internal/base/element.ts';
import { McpActivityElement } from './activity.ts';

define('mcp-activity', McpActivityElement);

// Importing this file also declares the element and its events to TypeScript.
export type { McpActivityElement } from './activity.ts';
