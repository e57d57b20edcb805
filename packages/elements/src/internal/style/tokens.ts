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
 * | `--mcp-weight-strong` | font weight of headings and names |
 * | `--mcp-space` | a step of space: paddings and gaps of controls, forms, dialogs and cards are multiples of it |
 * | `--mcp-control-height` | height of buttons and controls; small ones are 8px lower |
 * | `--mcp-line-width` | width of the borders of cards, dialogs, buttons and controls; menus and the lines inside stay thin |
 * | `--mcp-radius` | corner radius of cards; boxes inside them have half of it, dialogs a third more |
 * | `--mcp-radius-control` | corner radius of buttons and controls |
 * | `--mcp-radius-dialog` | corner radius of dialogs |
 * | `--mcp-ring` | outline of what has the focus, as `outline` takes it |
 * | `--mcp-shadow` | shadow of dialogs and menus |
 * | `--mcp-shadow-card` | shadow of cards |
 * | `--mcp-shadow-control` | shadow of controls and of buttons with a border |
 * | `--mcp-text` | text |
 * | `--mcp-text-soft` | less important text |
 * | `--mcp-surface` | background of cards and dialogs |
 * | `--mcp-surface-sunken` | background of code, lists, the log, neutral badges and the footers of dialogs |
 * | `--mcp-line` | borders of cards, and lines inside them |
 * | `--mcp-line-strong` | borders of controls |
 * | `--mcp-button` | background of buttons with a border, unless they warn of what they do |
 * | `--mcp-button-text` | text of these |
 * | `--mcp-button-line` | border of these |
 * | `--mcp-control` | background of controls |
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
    --_strong: var(--mcp-weight-strong, 600);
    --_space: var(--mcp-space, 4px);
    --_height: var(--mcp-control-height, 36px);
    --_line-width: var(--mcp-line-width, 1px);
    --_radius: var(--mcp-radius, 12px);
    --_radius-small: calc(var(--_radius) / 2);
    --_radius-control: var(--mcp-radius-control, calc(var(--_radius) / 2));
    --_radius-dialog: var(--mcp-radius-dialog, calc(var(--_radius) * 4 / 3));
    --_ring: var(--mcp-ring, 2px solid var(--_accent));
    --_shadow: var(--mcp-shadow, 0 1px 2px rgb(16 18 27 / 12%), 0 24px 64px -16px rgb(16 18 27 / 40%));
    --_shadow-card: var(--mcp-shadow-card, none);
    --_shadow-control: var(--mcp-shadow-control, none);
    --_text: var(--mcp-text, light-dark(#1a1d24, #eceef3));
    --_text-soft: var(--mcp-text-soft, light-dark(#596070, #a5acba));
    --_surface: var(--mcp-surface, light-dark(#ffffff, #181b20));
    --_sunken: var(--mcp-surface-sunken, light-dark(#f5f6f9, #111317));
    --_line: var(--mcp-line, light-dark(#e2e5eb, #2d323a));
    --_line-strong: var(--mcp-line-strong, light-dark(#868d9b, #6d7583));
    --_button: var(--mcp-button, var(--_surface));
    --_button-text: var(--mcp-button-text, currentcolor);
    --_button-line: var(--mcp-button-line, var(--_line-strong));
    --_control: var(--mcp-control, var(--_surface));
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
