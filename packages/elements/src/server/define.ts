import { define } from '../internal/define.ts';
import { McpServerElement } from './server.ts';

define('mcp-server', McpServerElement);
