/** What an app's callback page has: one call. */
import { completeSignIn } from '@mcp-web/client/oauth';

await completeSignIn();
