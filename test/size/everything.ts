// The whole client, as if an app used everything.
import * as client from '@mcp-web/client';

Object.assign(globalThis, { client });
