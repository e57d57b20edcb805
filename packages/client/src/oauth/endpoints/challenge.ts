/**
 * The `WWW-Authenticate` header: any number of challenges in one line, separated by the same commas as their
 * parameters.
 */
import type { Challenge } from '../oauth-types.ts';
import { readScope } from './scopes.ts';

interface SchemeChallenge {
  scheme: string;
  parameters: Map<string, string>;
}

const SEPARATORS = /[\s,]*/y;
const PARAMETER = /([!#$%&'*+\-.^`|~\w]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"=]+))/y;
/** A scheme, or a credential such as those of `Negotiate`, which may end in `=`. */
const SCHEME = /([^\s,="]+)(=*)/y;

/** What a refused response says about signing in. Empty if CORS does not let the page read the header. */
export function readChallenge(response: Response): Challenge {
  const challenges = parseChallenges(response.headers.get('www-authenticate') ?? '');
  const ours = challenges.filter(({ scheme }) => scheme === 'bearer' || scheme === 'dpop');
  const first = (name: string): string | undefined =>
    ours.find(({ parameters }) => parameters.has(name))?.parameters.get(name);
  const scope = first('scope');
  return {
    error: first('error'),
    scope: scope === undefined ? undefined : readScope(scope),
    resourceMetadata: first('resource_metadata'),
    dpop: !ours.some(({ scheme }) => scheme === 'dpop')
      ? undefined
      : ours.some(({ scheme }) => scheme === 'bearer')
        ? 'supported'
        : 'required',
  };
}

function parseChallenges(header: string): SchemeChallenge[] {
  const challenges: SchemeChallenge[] = [];
  let position = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(header);
    if (found) position = pattern.lastIndex;
    return found;
  };
  while (match(SEPARATORS) && position < header.length) {
    const [, name, quoted, plain = ''] = match(PARAMETER) ?? [];
    if (name !== undefined) {
      const parameters = challenges.at(-1)?.parameters;
      // The first of two parameters of the same name counts.
      if (parameters && !parameters.has(name.toLowerCase()))
        parameters.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
      continue;
    }
    const [, word, padding] = match(SCHEME) ?? [];
    if (word === undefined) position++;
    else if (padding === '') challenges.push({ scheme: word.toLowerCase(), parameters: new Map() });
  }
  return challenges;
}
