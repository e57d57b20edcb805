import { define } from '../internal/define.ts';
import { McpToolConsent } from './tool-consent.ts';

define('mcp-tool-consent', McpToolConsent);
