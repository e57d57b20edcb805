/** The elements that are loaded when the visitor opens the part of the page where they are. */
const ELEMENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'prompts-panel': () => import('@mcp-web/elements/prompt-picker/define'),
  'resources-panel': () => import('@mcp-web/elements/resource-picker/define'),
  'chat-panel': () => import('@mcp-web/elements/chat/define'),
  'activity-panel': () => import('@mcp-web/elements/activity/define'),
  'tasks-panel': () => import('@mcp-web/elements/tasks/define'),
  permissions: () => import('@mcp-web/elements/permissions/define'),
};

/** Loads the elements of a part of the page, by its id. What failed is tried again the next time. */
export function loadPart(id: string): void {
  ELEMENTS[id]?.().catch((error: unknown) => console.error(`The elements of ${id} could not be loaded.`, error));
}
