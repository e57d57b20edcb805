/** The theme that all elements share: the public `--mcp-*` custom properties and their defaults. */
import { css } from 'lit';

/**
 * Set these custom properties anywhere in the page; the elements inherit them. Default colors follow the page's
 * `color-scheme`. Styles use the private `--_*` names only, so that each default is written once.
 *
 * | property | sets |
 * |---|---|
 * | `--mcp-font` | font |
 * | `--mcp-font-mono` | font of names, addresses and code |
 * | `--mcp-font-size` | font size; the other sizes follow it |
 * | `--mcp-radius` | corner radius of cards and dialogs; controls have half of it |
 * | `--mcp-shadow` | shadow of dialogs |
 * | `--mcp-text` | text |
 * | `--mcp-text-soft` | less important text |
 * | `--mcp-surface` | background of cards and dialogs |
 * | `--mcp-surface-sunken` | background of code and of the footers of dialogs |
 * | `--mcp-line` | borders of cards |
 * | `--mcp-line-strong` | borders of controls |
 * | `--mcp-accent` | primary buttons, links, the focus ring |
 * | `--mcp-accent-strong` | the accent on hover |
 * | `--mcp-accent-soft` | a tint of the accent, behind text |
 * | `--mcp-on-accent` | text on the accent |
 * | `--mcp-success` | text and borders of success |
 * | `--mcp-success-soft` | background of these |
 * | `--mcp-warning` | text and borders of warnings |
 * | `--mcp-warning-soft` | background of these |
 * | `--mcp-danger` | text and borders of errors and destructive actions |
 * | `--mcp-danger-soft` | background of these |
 */
export const tokens = css`
  :host {
    --_font: var(--mcp-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif);
    --_mono: var(--mcp-font-mono, ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace);
    --_size: var(--mcp-font-size, 0.9375rem);
    --_radius: var(--mcp-radius, 12px);
    --_shadow: var(--mcp-shadow, 0 1px 2px rgb(16 18 27 / 12%), 0 24px 64px -16px rgb(16 18 27 / 40%));
    --_text: var(--mcp-text, light-dark(#1a1d24, #eceef3));
    --_text-soft: var(--mcp-text-soft, light-dark(#596070, #a5acba));
    --_surface: var(--mcp-surface, light-dark(#ffffff, #181b20));
    --_sunken: var(--mcp-surface-sunken, light-dark(#f5f6f9, #111317));
    --_line: var(--mcp-line, light-dark(#e2e5eb, #2d323a));
    --_line-strong: var(--mcp-line-strong, light-dark(#868d9b, #6d7583));
    --_accent: var(--mcp-accent, light-dark(#2c56d0, #97b3ff));
    --_accent-strong: var(--mcp-accent-strong, light-dark(#1f41a5, #b9ccff));
    --_accent-soft: var(--mcp-accent-soft, light-dark(#ebf0fd, #1e2942));
    --_on-accent: var(--mcp-on-accent, light-dark(#ffffff, #0d1530));
    --_success: var(--mcp-success, light-dark(#136139, #7ad7a4));
    --_success-soft: var(--mcp-success-soft, light-dark(#e5f5ec, #143021));
    --_warning: var(--mcp-warning, light-dark(#7d4a00, #f3bd5b));
    --_warning-soft: var(--mcp-warning-soft, light-dark(#fdf2de, #352810));
    --_danger: var(--mcp-danger, light-dark(#ad231c, #ff9d94));
    --_danger-soft: var(--mcp-danger-soft, light-dark(#fdedec, #331b1b));
    --_radius-small: calc(var(--_radius) / 2);

    display: block;
    color: var(--_text);
    font: 400 var(--_size) / 1.5 var(--_font);
    text-align: start;
    /* Text from servers may be one long word: break it anywhere instead of overflowing. */
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
`;
