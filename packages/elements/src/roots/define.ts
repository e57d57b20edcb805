import { define } from '../internal/base/element.ts';
import { McpRootsElement } from './roots.ts';

define('mcp-roots', McpRootsElement);

// Importing this file also declares the element to TypeScript.
export type { McpRootsElement } from './roots.ts';
