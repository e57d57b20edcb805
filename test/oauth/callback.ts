/** All that a callback page needs: one call. */
import { completeSignIn } from '@mcp-web/client/oauth';

await completeSignIn();
