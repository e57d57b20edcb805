/** Where the files of a skill are. Addresses are compared as text: nothing in them is ever resolved over the network. */
import type { Skill, SkillResource } from '../protocol/skills.ts';
import { hasUnseen } from './unseen.ts';

/** In characters. Models get the addresses of skills, and the paths of their files. */
export const MAX_ADDRESS = 2_048;
const SKILL_FILE = '/SKILL.md';

/** The address of the skill's folder; undefined if this is not the address of a `SKILL.md`. */
export function rootOf(uri: string): string | undefined {
  if (uri.length > MAX_ADDRESS) return undefined;
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
function resolvePath(root: string, reference: string): string | undefined {
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

export interface PlacedFile {
  readonly path: string;
  readonly uri: string;
  /** Absent for a skill that is `dynamic`. */
  readonly listed?: SkillResource | undefined;
}

/**
 * The file that is meant: the one that is listed by exactly this path or address, or else the one that a reference in the
 * text of the skill leads to, however its address writes the characters of it.
 */
export function findFile({ resources }: Skill, root: string, reference: string): PlacedFile | undefined {
  if (resources === 'dynamic') {
    const path = resolvePath(root, reference);
    if (path === undefined) return undefined;
    // An address stays as it is written.
    if (pathWithin(root, reference) === path) return { path, uri: reference };
    return { path, uri: `${root}/${path.split('/').map(encodeSegment).join('/')}` };
  }
  const placed = resources.map((listed) => ({ path: pathWithin(root, listed.uri) ?? '', uri: listed.uri, listed }));
  const exact = placed.find(({ path, uri }) => path === reference || uri === reference);
  if (exact) return exact;
  const resolved = resolvePath(root, reference);
  return placed.find(({ path }) => path === resolved);
}

/** Encodes what a segment of a path cannot have (RFC 3986, 3.3). */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(/%(?:2[46BC]|3[ABD]|40)/g, decodeURIComponent);

/** The decoded parts of a path; undefined if one of them could lead somewhere else. */
function segmentsOf(path: string): string[] | undefined {
  if (path.length > MAX_ADDRESS || /[\s\\?#]/.test(path)) return undefined;
  try {
    const segments = path.split('/').map((segment) => decodeURIComponent(segment));
    return segments.some((segment) => /^\.{0,2}$|[/\\]/.test(segment) || hasUnseen(segment)) ? undefined : segments;
  } catch {
    return undefined;
  }
}
