import { define } from '../internal/define.ts';
import { McpLogViewer } from './log-viewer.ts';

define('mcp-log-viewer', McpLogViewer);
