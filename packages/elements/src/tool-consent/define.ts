import { define } from '../internal/base/element.ts';
import { McpToolConsentElement } from './tool-consent.ts';

define('mcp-tool-consent', McpToolConsentElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpToolConsentElement } from './tool-consent.ts';
