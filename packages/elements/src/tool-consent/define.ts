import { define } from '../internal/element.ts';
import { McpToolConsent } from './tool-consent.ts';

define('mcp-tool-consent', McpToolConsent);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpToolConsent } from './tool-consent.ts';
