export { McpActivityElement } from './activity/activity.ts';
export { type AppPartialInput, McpAppElement } from './app/app.ts';
export { McpAppContextEvent, McpAppMessageEvent } from './app/events.ts';
export { McpChatElement } from './chat/chat.ts';
export { McpChatChangeEvent } from './chat/events.ts';
export { McpContentElement } from './content/content.ts';
export { McpDoctorElement } from './doctor/doctor.ts';
export { McpElicitationFormElement } from './elicitation-form/elicitation-form.ts';
export { McpResourceOpenEvent } from './content/events.ts';
export { McpConsentRequestEvent, McpElicitationRequestEvent } from './host/events.ts';
export { McpHostElement } from './host/host.ts';
export { McpRequestEvent, type Response } from './internal/dialog/request-event.ts';
export { McpLogViewerElement } from './log-viewer/log-viewer.ts';
export { type Messages, registerMessages } from './messages/register.ts';
export { McpSamplingRequestEvent } from './sampling-review/events.ts';
export { McpSamplingReviewElement } from './sampling-review/sampling-review.ts';
export { McpPromptPickEvent } from './prompt-picker/events.ts';
export { McpPromptPickerElement } from './prompt-picker/prompt-picker.ts';
export { McpResourcePickEvent } from './resource-picker/events.ts';
export { McpResourcePickerElement } from './resource-picker/resource-picker.ts';
export { McpSkillPickEvent } from './skill-picker/events.ts';
export { McpSkillPickerElement } from './skill-picker/skill-picker.ts';
export { McpPermissionsElement } from './permissions/permissions.ts';
export { McpRequestsElement } from './requests/requests.ts';
export { McpRootsElement } from './roots/roots.ts';
export { McpFormInputEvent, McpFormSubmitEvent } from './schema-form/events.ts';
export {
  type FieldLayout,
  type FormLayout,
  McpSchemaFormElement,
  type SuggestValues,
  type Widget,
} from './schema-form/schema-form.ts';
export { McpServerMoveEvent, McpServerRemoveEvent, McpServerStatusEvent } from './server/events.ts';
export { McpServerElement } from './server/server.ts';
export { McpServerAddedEvent, McpServersChangeEvent } from './servers/events.ts';
export { McpServersElement } from './servers/servers.ts';
export { McpTasksElement } from './tasks/tasks.ts';
export { McpToolCallElement } from './tool-call/tool-call.ts';
export { McpToolConsentElement } from './tool-consent/tool-consent.ts';
export { McpToolResultEvent } from './tools/events.ts';
export { McpToolsElement } from './tools/tools.ts';
