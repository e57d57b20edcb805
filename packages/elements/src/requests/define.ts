import { define } from '../internal/base/element.ts';
import { McpRequestsElement } from './requests.ts';

define('mcp-requests', McpRequestsElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpRequestsElement } from './requests.ts';
