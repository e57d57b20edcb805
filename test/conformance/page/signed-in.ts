/** The page to which the authorization servers of the suite send the user back. */
import { completeSignIn } from '@mcp-web/client/oauth';

// Errors are reported to the waiting page, and shown here.
await completeSignIn().catch(() => {});
