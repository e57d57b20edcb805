/** The messages of all elements, for pages in other languages than English. */
import type { ActivityMessages } from '../activity/messages.ts';
import type { AppMessages } from '../app/messages.ts';
import type { ElicitationFormMessages } from '../elicitation-form/messages.ts';
import { messagesOf } from '../internal/text/messages.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import type { SchemaFormMessages } from '../schema-form/messages.ts';
import type { ChatMessages } from '../chat/messages.ts';
import type { ContentMessages } from '../content/messages.ts';
import type { DoctorMessages } from '../doctor/messages.ts';
import type { LogViewerMessages } from '../log-viewer/messages.ts';
import type { SamplingReviewMessages } from '../sampling-review/messages.ts';
import type { PromptPickerMessages } from '../prompt-picker/messages.ts';
import type { ResourcePickerMessages } from '../resource-picker/messages.ts';
import type { PermissionsMessages } from '../permissions/messages.ts';
import type { RequestsMessages } from '../requests/messages.ts';
import type { RootsMessages } from '../roots/messages.ts';
import type { SkillPickerMessages } from '../skill-picker/messages.ts';
import type { ServerMessages } from '../server/messages.ts';
import type { ServersMessages } from '../servers/messages.ts';
import type { TasksMessages } from '../tasks/messages.ts';
import type { ToolCallMessages } from '../tool-call/messages.ts';
import type { ToolConsentMessages } from '../tool-consent/messages.ts';
import type { ToolsMessages } from '../tools/messages.ts';

/** All messages: a section for each element, and `shared` for messages that several elements use. */
export interface Messages {
  readonly shared: SharedMessages;
  readonly 'schema-form': SchemaFormMessages;
  readonly 'elicitation-form': ElicitationFormMessages;
  readonly content: ContentMessages;
  readonly 'log-viewer': LogViewerMessages;
  readonly 'sampling-review': SamplingReviewMessages;
  readonly server: ServerMessages;
  readonly 'prompt-picker': PromptPickerMessages;
  readonly 'resource-picker': ResourcePickerMessages;
  readonly 'skill-picker': SkillPickerMessages;
  readonly 'tool-consent': ToolConsentMessages;
  readonly 'tool-call': ToolCallMessages;
  readonly tasks: TasksMessages;
  readonly requests: RequestsMessages;
  readonly tools: ToolsMessages;
  readonly permissions: PermissionsMessages;
  readonly roots: RootsMessages;
  readonly servers: ServersMessages;
  readonly doctor: DoctorMessages;
  readonly chat: ChatMessages;
  readonly activity: ActivityMessages;
  readonly app: AppMessages;
}

/**
 * Adds a language to the elements of this page. Each element uses the language of the nearest `lang` attribute around it.
 * Messages that are missing in that language are in English. Registering a language again replaces the sections you pass.
 *
 * @param language a language tag, such as `de`. It is also used for `de-AT`, unless you register `de-AT` itself.
 * @param messages all sections or some of them, each complete or in part
 *
 * @example
 * ```ts
 * import { registerMessages } from '@mcp-web/elements';
 * import { german } from '@mcp-web/elements/messages/de';
 *
 * registerMessages('de', german);
 * ```
 */
export function registerMessages(
  language: string,
  messages: { readonly [Section in keyof Messages]?: Partial<Messages[Section]> },
): void {
  messagesOf(document).register(language, { ...messages });
}
