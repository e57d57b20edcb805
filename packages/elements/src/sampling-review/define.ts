import { define } from '../internal/base/element.ts';
import { McpSamplingReviewElement } from './sampling-review.ts';

define('mcp-sampling-review', McpSamplingReviewElement);

// Importing this file also makes the element and its events known to TypeScript.
export type { McpSamplingReviewElement } from './sampling-review.ts';
