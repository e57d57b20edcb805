/** The callback page of an app: one call. */
import { completeSignIn } from '@mcp-web/client/oauth';

await completeSignIn();
