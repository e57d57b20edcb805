// A page whose elements are not bundled into one file, so that what they load on demand can be kept from it.
import { registerMessages } from '@mcp-web/elements';
import '@mcp-web/elements/define.js';
import { arabic } from '@mcp-web/elements/messages/ar.js';
import { german } from '@mcp-web/elements/messages/de.js';
import { simplifiedChinese } from '@mcp-web/elements/messages/zh.js';

registerMessages('de', german);
registerMessages('zh', simplifiedChinese);
registerMessages('ar', arabic);
