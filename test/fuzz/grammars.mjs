/** What is searched for slow inputs. */
import { markdown } from './markdown.mjs';
import { patterns } from './patterns.mjs';
import { schemas } from './schemas.mjs';
import { secrets } from './secrets.mjs';

export const grammars = [schemas, patterns, markdown, secrets];
