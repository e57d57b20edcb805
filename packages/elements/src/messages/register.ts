/** The words of all elements, for pages that speak another language than English. */
import type { ElicitationFormMessages } from '../elicitation-form/messages.ts';
import { messagesOf } from '../internal/text/messages.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import type { SchemaFormMessages } from '../schema-form/messages.ts';
import type { ContentMessages } from '../content/messages.ts';
import type { LogViewerMessages } from '../log-viewer/messages.ts';
import type { SamplingReviewMessages } from '../sampling-review/messages.ts';
import type { PromptFieldMessages } from '../prompt-picker/field-messages.ts';
import type { PromptPickerMessages } from '../prompt-picker/messages.ts';
import type { ResourceFrameMessages } from '../resource-picker/frame-messages.ts';
import type { ResourcePickerMessages } from '../resource-picker/messages.ts';
import type { PermissionListMessages } from '../permissions/list-messages.ts';
import type { PermissionsMessages } from '../permissions/messages.ts';
import type { ServerMessages } from '../server/messages.ts';
import type { MoreServerMessages } from '../server/more-messages.ts';
import type { ToolConsentMessages } from '../tool-consent/messages.ts';
import type { ToolsMessages } from '../tools/messages.ts';

/** Everything that the elements say: a section for each, and `shared` for what several of them say. */
export interface Messages {
  readonly shared: SharedMessages;
  readonly 'schema-form': SchemaFormMessages;
  readonly 'elicitation-form': ElicitationFormMessages;
  readonly content: ContentMessages;
  readonly 'log-viewer': LogViewerMessages;
  readonly 'sampling-review': SamplingReviewMessages;
  readonly server: ServerMessages & MoreServerMessages;
  readonly 'prompt-picker': PromptPickerMessages & PromptFieldMessages;
  readonly 'resource-picker': ResourcePickerMessages & ResourceFrameMessages;
  readonly 'tool-consent': ToolConsentMessages;
  readonly tools: ToolsMessages;
  readonly permissions: PermissionsMessages & PermissionListMessages;
}

/**
 * Gives the elements of this page another language. They speak that of the nearest `lang` attribute around them; what is not
 * registered, they say in English. Registering a language again replaces the sections that are given.
 *
 * @param language a language tag, such as `de`: it serves `de-AT` too, unless that is registered itself
 * @param messages all sections or some of them, whole or in part
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
