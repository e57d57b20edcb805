/** Where the files of a skill are. Addresses are compared as text: nothing in them is ever resolved over the network. */
import type { Skill, SkillResource } from '../protocol/skills.ts';

const SKILL_FILE = '/SKILL.md';

/** The address of the skill's folder; undefined if this is not the address of a `SKILL.md`. */
export function rootOf(uri: string): string | undefined {
  const root = uri.endsWith(SKILL_FILE) ? uri.slice(0, -SKILL_FILE.length) : '';
  const path = /^[a-z][a-z\d+.-]*:\/\/(.+)$/i.exec(root)?.[1];
  return path !== undefined && segmentsOf(path) ? root : undefined;
}

/** The last part of the folder's address, which is the skill's name. */
export function folderName(root: string): string | undefined {
  return segmentsOf(root.slice(root.lastIndexOf('/') + 1))?.[0];
}

/** The path of a file within the skill; undefined for what is outside. */
export function pathWithin(root: string, uri: string): string | undefined {
  const path = uri.startsWith(`${root}/`) ? uri.slice(root.length + 1) : '';
  return segmentsOf(path)?.join('/');
}

/**
 * Follows a reference in the text of a skill, such as `references/FORMS.md`.
 *
 * @returns the path within the skill; undefined if it leads outside
 */
export function resolvePath(root: string, reference: string): string | undefined {
  const [address = ''] = reference.split('#', 1);
  const path = address.startsWith(`${root}/`) ? address.slice(root.length + 1) : address;
  if (path.includes('://') || path.startsWith('/')) return undefined;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '.' || segment === '') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segmentsOf(segments.join('/').replaceAll(' ', '%20'))?.join('/');
}

/** The file at a path, however its address writes the characters of it. */
export function fileAt({ resources }: Skill, root: string, path: string): SkillResource | undefined {
  return resources === 'dynamic' ? undefined : resources.find(({ uri }) => pathWithin(root, uri) === path);
}

/** The decoded parts of a path; undefined if one of them could lead somewhere else. */
function segmentsOf(path: string): string[] | undefined {
  if (/[\s\\?#]/.test(path)) return undefined;
  try {
    const segments = path.split('/').map((segment) => decodeURIComponent(segment));
    // eslint-disable-next-line no-control-regex
    return segments.some((segment) => /^\.{0,2}$|[/\\\u0000-\u001f\u007f]/.test(segment)) ? undefined : segments;
  } catch {
    return undefined;
  }
}
