// The whole client, as if nothing could be left out.
import * as client from '@mcp-web/client';

Object.assign(globalThis, { client });
