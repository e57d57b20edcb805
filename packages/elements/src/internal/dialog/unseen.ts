/** What a developer hears of a question that cannot be shown. Loaded where that happens. */
import { McpError } from '@mcp-web/client';

export function reportUnseen({ localName }: Element): void {
  reportError(
    new McpError(
      'invalid-argument',
      `<${localName}> has a question for the user, but nothing of it could be seen. Move it out of what is hidden, or remove it: until then the question waits.`,
    ),
  );
}
