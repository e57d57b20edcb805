import { browserOAuth } from '@mcp-web/client/oauth';

console.log(browserOAuth({ redirectUri: '/signed-in.html' }));
