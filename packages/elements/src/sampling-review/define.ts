import { define } from '../internal/element.ts';
import { McpSamplingReview } from './sampling-review.ts';

define('mcp-sampling-review', McpSamplingReview);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpSamplingReview } from './sampling-review.ts';
