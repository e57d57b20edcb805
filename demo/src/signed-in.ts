/** The page that authorization servers send the user back to. */
import { completeSignIn } from '@mcp-web/client/oauth';

const element = document.getElementById('outcome');
// How it went is shown, and told to the page that waits.
await completeSignIn({ ...(element && { element }) }).catch(() => {});
