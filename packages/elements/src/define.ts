/** Registers every element. The host comes first, so that the other elements find it at once. */
import './host/define.ts';
import './elicitation-form/define.ts';
import './sampling-review/define.ts';
import './server/define.ts';
import './tool-consent/define.ts';
import './tools/define.ts';
import './tool-call/define.ts';
import './tasks/define.ts';
import './requests/define.ts';
import './prompt-picker/define.ts';
import './resource-picker/define.ts';
import './skill-picker/define.ts';
import './permissions/define.ts';
import './roots/define.ts';
import './servers/define.ts';
import './log-viewer/define.ts';
import './schema-form/define.ts';
import './content/define.ts';
import './doctor/define.ts';
import './chat/define.ts';
import './activity/define.ts';
import './app/define.ts';

// Importing this file also declares the elements and their events to TypeScript.
export type {
  McpActivityElement,
  McpAppElement,
  McpChatElement,
  McpContentElement,
  McpDoctorElement,
  McpElicitationFormElement,
  McpHostElement,
  McpLogViewerElement,
  McpPermissionsElement,
  McpPromptPickerElement,
  McpRequestsElement,
  McpResourcePickerElement,
  McpRootsElement,
  McpSamplingReviewElement,
  McpSchemaFormElement,
  McpServerElement,
  McpServersElement,
  McpSkillPickerElement,
  McpTasksElement,
  McpToolCallElement,
  McpToolConsentElement,
  McpToolsElement,
} from './index.ts';
