import { define } from '../internal/base/element.ts';
import '../server/define.ts';
import { McpServersElement } from './servers.ts';

define('mcp-servers', McpServersElement);

// Importing this file also declares the element and its events to TypeScript.
export type { McpServersElement } from './servers.ts';
