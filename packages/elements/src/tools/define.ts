import '../content/define.ts';
import '../schema-form/define.ts';
import { define } from '../internal/define.ts';
import { McpTools } from './tools.ts';

define('mcp-tools', McpTools);
