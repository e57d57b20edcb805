import { define } from '../internal/base/element.ts';
import { McpChatElement } from './chat.ts';

define('mcp-chat', McpChatElement);

// Importing this file also declares the element to TypeScript.
export type { McpChatElement } from './chat.ts';
export type { McpChatChangeEvent } from './events.ts';
