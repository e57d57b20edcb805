/** The page that authorization servers send the user back to. */
import { completeSignIn } from '@mcp-web/client/oauth';

const element = document.getElementById('outcome');
// completeSignIn() shows the outcome, and tells the page that waits.
await completeSignIn({ ...(element && { element }) }).catch(() => {});
