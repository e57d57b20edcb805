import { define } from '../internal/base/element.ts';
import { McpDoctorElement } from './doctor.ts';

define('mcp-doctor', McpDoctorElement);

// Importing this file also declares the element and its events to TypeScript.
export type { McpDoctorElement } from './doctor.ts';
