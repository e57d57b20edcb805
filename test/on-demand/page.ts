// A page whose elements are not bundled into one file, so that a test can block what they load on demand.
import { registerMessages } from '@mcp-web/elements';
import '@mcp-web/elements/define';
import { arabic } from '@mcp-web/elements/messages/ar';
import { german } from '@mcp-web/elements/messages/de';
import { simplifiedChinese } from '@mcp-web/elements/messages/zh';

registerMessages('de', german);
registerMessages('zh', simplifiedChinese);
registerMessages('ar', arabic);
