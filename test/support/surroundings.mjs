// The environment of every run, whatever the machine has: fonts, language, time zone and color scheme. Importing this is enough
// for the browsers that this process starts, and for those that its children start.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** For the pages of Playwright. */
export const surroundings = /** @type {const} */ ({ locale: 'en-US', timezoneId: 'UTC', colorScheme: 'light' });

/** The same for a Firefox that does not belong to Playwright. */
export const firefoxPreferences = {
  'intl.accept_languages': 'en-US, en',
  'intl.locale.requested': 'en-US',
  // 1 is light, whatever the desktop is set to.
  'layout.css.prefers-color-scheme.content-override': 1,
};

const root = join(import.meta.dirname, '../..');
const packages = join(root, 'node_modules/@expo-google-fonts');
const cache = join(root, 'node_modules/.cache/fonts');
const file = join(cache, 'fonts.conf');

// In the order in which the browser tries them for a character.
const SANS = ['Arimo', 'Noto Naskh Arabic', 'ZCOOL XiaoWei', 'Noto Sans Symbols 2'];
const MONO = ['Cousine', ...SANS.slice(1)];

process.env.TZ = surroundings.timezoneId;
if (process.platform === 'linux') {
  for (const name of ['LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LC_TIME']) delete process.env[name];
  // If this locale is not installed, the effect is the same: only English remains.
  process.env.LANG = 'en_US.UTF-8';
  process.env.GTK_THEME = 'Adwaita:light';
  process.env.FONTCONFIG_FILE ??= writeFontsFile();
}

/** Not on platforms without fontconfig, and not if the tester chose other fonts. */
export const hasOwnFonts = process.env.FONTCONFIG_FILE === file;

/** Firefox uses the machine's fonts: with those of the tests it needs half a second to lay out sixty rows. The reason is not known yet. */
export function firefoxEnvironment() {
  const { FONTCONFIG_FILE, ...others } = process.env;
  return hasOwnFonts ? others : { ...others, FONTCONFIG_FILE };
}

/** Only the fonts of the tests. */
function writeFontsFile() {
  const family = (name, fonts) =>
    `<alias binding="same"><family>${name}</family><prefer>${fonts.map((font) => `<family>${font}</family>`).join('')}</prefer></alias>`;
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${packages}</dir>
  <cachedir>${cache}</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>sans-serif</string></edit>
  </match>
  ${['sans-serif', 'serif', 'system-ui', 'sans', 'cursive', 'fantasy'].map((name) => family(name, SANS)).join('\n  ')}
  ${['monospace', 'ui-monospace'].map((name) => family(name, MONO)).join('\n  ')}
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;
  mkdirSync(cache, { recursive: true });
  // Several processes come here at once, and browsers read the file meanwhile.
  if (!isThere(text)) {
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  }
  return file;
}

function isThere(text) {
  try {
    return readFileSync(file, 'utf8') === text;
  } catch {
    return false;
  }
}
