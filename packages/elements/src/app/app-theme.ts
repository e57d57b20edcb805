/** The theme of the elements, by the names that apps know. */
import type { AppStyles, AppStyleVariable } from '@mcp-web/client/apps';
import { css } from 'lit';

/** Apps are told of the corners of the probe, because a custom property would not be in pixels. */
const RADII = {
  '--border-radius-sm': 'borderTopLeftRadius',
  '--border-radius-md': 'borderTopRightRadius',
  '--border-radius-lg': 'borderBottomRightRadius',
  '--border-radius-xl': 'borderBottomLeftRadius',
} as const;

/**
 * Each kind of corner, and a line. A token that changes is a transition, wherever in the page it changes: those that follow
 * from others are not named. Nothing moves, so users who want no motion are no exception.
 */
export const themeStyles = css`
  .probe {
    border-radius: var(--_radius-small) var(--_radius-control) var(--_radius) var(--_radius-dialog);
    outline: var(--_line-width) solid transparent;
    transition-duration: 1ms !important;
    transition-behavior: allow-discrete !important;
    transition-property: color, font-size, border-radius, outline-width, --_font, --_mono, --_strong, --_shadow, --_shadow-card, --_shadow-control, --_text, --_text-soft, --_surface, --_sunken, --_line, --_line-strong, --_accent, --_accent-soft, --_success, --_success-soft, --_warning, --_warning-soft, --_danger, --_danger-soft !important;
  }
`;

const MEANINGS = { info: 'accent', danger: 'danger', success: 'success', warning: 'warning' } as const;

/** The token for each color. Only text on a surface can be read whatever colors a page has chosen. */
const COLORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  background: {
    primary: 'surface',
    secondary: 'sunken',
    tertiary: 'sunken',
    inverse: 'text',
    disabled: 'sunken',
    info: 'accent-soft',
    danger: 'danger-soft',
    success: 'success-soft',
    warning: 'warning-soft',
  },
  text: {
    primary: 'text',
    secondary: 'text-soft',
    tertiary: 'text-soft',
    inverse: 'surface',
    ghost: 'text-soft',
    disabled: 'text-soft',
    ...MEANINGS,
  },
  border: {
    primary: 'line-strong',
    secondary: 'line',
    tertiary: 'line',
    inverse: 'text',
    disabled: 'line',
    ...MEANINGS,
  },
  ring: { primary: 'accent', secondary: 'line-strong', inverse: 'surface', ...MEANINGS },
};

/** The tokens that are used as they are. */
const OTHERS: Partial<Record<AppStyleVariable, string>> = {
  '--font-sans': 'font',
  '--font-mono': 'mono',
  '--font-weight-semibold': 'strong',
  '--shadow-sm': 'shadow-control',
  '--shadow-md': 'shadow-card',
  '--shadow-lg': 'shadow',
};

/** How large texts are, as multiples of the text of the element. */
const TEXT_SIZES = { xs: 0.8, sm: 0.8667, md: 1, lg: 1.2 } as const;
const HEADING_SIZES = { xs: 0.8667, sm: 1, md: 1.0667, lg: 1.3333, xl: 1.6, '2xl': 2, '3xl': 2.4 } as const;

const FIXED = {
  '--color-background-ghost': 'transparent',
  '--color-border-ghost': 'transparent',
  '--font-weight-normal': '400',
  '--font-weight-medium': '500',
  '--font-weight-bold': '700',
  '--border-radius-full': '9999px',
} as const;

/**
 * All variables of the specification. Colors are as the page wrote them, so that `light-dark()` is still there, and lengths are
 * in pixels, because `rem` may be another length in the app.
 *
 * @param own what the page wants otherwise. A variable that is undefined is not sent. Names that the specification does not
 *   have are left out: apps of the official SDK would not start
 */
export function themeOf(probe: Element, own: AppStyles['variables'] = {}): AppStyles['variables'] {
  const computed = getComputedStyle(probe);
  const size = Number.parseFloat(computed.fontSize);
  const token = (name: string): string => computed.getPropertyValue(`--_${name}`).trim();
  const texts = (kind: string, sizes: Readonly<Record<string, number>>, lineHeight: string): [string, string][] =>
    Object.entries(sizes).flatMap(([name, factor]) => [
      [`--font-${kind}-${name}-size`, `${Math.round(size * factor * 100) / 100}px`],
      [`--font-${kind}-${name}-line-height`, lineHeight],
    ]);
  const line = computed.outlineWidth;
  const theme = [
    ...Object.entries(FIXED),
    ...Object.entries(COLORS).flatMap(([kind, colors]) =>
      Object.entries(colors).map(([name, from]) => [`--color-${kind}-${name}`, token(from)] as const),
    ),
    ...Object.entries(OTHERS).map(([name, from]) => [name, token(from)] as const),
    ...Object.entries(RADII).map(([name, corner]) => [name, computed[corner]] as const),
    ...texts('text', TEXT_SIZES, '1.5'),
    ...texts('heading', HEADING_SIZES, '1.3'),
    ['--border-radius-xs', `calc(${computed.borderTopLeftRadius} / 2)`] as const,
    ['--border-width-regular', line] as const,
    ['--shadow-hairline', `0 0 0 ${line} ${token('line')}`] as const,
  ] as const;
  const wanted = new Map<string, string | undefined>(Object.entries(own));
  return Object.fromEntries(theme.map(([name, value]) => [name, wanted.has(name) ? wanted.get(name) : value]));
}
