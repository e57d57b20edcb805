import { define } from '../internal/define.ts';
import { McpContent } from './content.ts';

define('mcp-content', McpContent);
