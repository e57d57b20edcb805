/** The worker that a page makes itself. */
import '@mcp-web/client/worker-script';
