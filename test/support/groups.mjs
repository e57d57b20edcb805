// Decides which test files run in which engines, as groups of Web Test Runner.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { CHROMIUM_ONLY } from '../engines.mjs';

/** The longest first, so that no long file runs alone at the end. */
const FOLDERS = ['test/property', 'test/integration', 'test/unit'];

/**
 * All files, or with TEST_ONLY (JSON: `[{ file, engine?, times? }]`) only these, one group each.
 * @param {Record<string, import('@web/test-runner').BrowserLauncher>} browsers by engine
 */
export function groupsOf(browsers) {
  const { TEST_ONLY } = process.env;
  if (TEST_ONLY) return JSON.parse(TEST_ONLY).flatMap((only) => repeated(only, browsers));
  const files = FOLDERS.flatMap(testsIn);
  const missing = CHROMIUM_ONLY.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`test/engines.mjs names what is not there: ${missing.join(', ')}`);
  return [
    {
      name: 'every engine',
      files: files.filter((file) => !CHROMIUM_ONLY.includes(file)),
      browsers: Object.values(browsers),
    },
    ...(browsers.chromium ? [{ name: 'Chromium', files: CHROMIUM_ONLY, browsers: [browsers.chromium] }] : []),
  ];
}

function repeated({ file, engine, times = 1 }, browsers) {
  return Array.from({ length: times }, (_, index) => ({
    name: [file, engine, index].join(' '),
    files: [file],
    browsers: engine ? [browsers[engine]] : Object.values(browsers),
  }));
}

function testsIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(folder, file).replaceAll('\\', '/'));
}
