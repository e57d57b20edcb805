/** Where the authorization servers of the suite send the user back to. */
import { completeSignIn } from '@mcp-web/client/oauth';

// What goes wrong is told to the page that waits, and shown here.
await completeSignIn().catch(() => {});
