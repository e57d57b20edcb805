import { createContext } from '@lit/context';
import type { McpHost } from '@mcp-web/client';

/** How elements ask for the host around them; undefined until the `<mcp-host>` that answered has one. A registered symbol, so that two copies of this package understand each other. */
export const hostContext = createContext<McpHost | undefined>(Symbol.for('mcp-host'));
