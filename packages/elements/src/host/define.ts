import { define } from '../internal/define.ts';
import { McpHostElement } from './host.ts';

define('mcp-host', McpHostElement);
