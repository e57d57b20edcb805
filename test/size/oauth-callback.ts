import { completeSignIn } from '@mcp-web/client/oauth';

await completeSignIn();
