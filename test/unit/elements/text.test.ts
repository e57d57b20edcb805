import { assert } from 'chai';
import { fileName } from '../../../packages/elements/src/internal/media/media.ts';
import { visibleJson, visibleText } from '../../../packages/elements/src/internal/text/text.ts';
import { fastestOf } from './page.ts';

const named = (...points: readonly number[]): string =>
  points.map((point) => `‹U+${point.toString(16).toUpperCase().padStart(4, '0')}›`).join('');

describe('text of servers', () => {
  const unseen = [
    0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x180f, 0x200b, 0x200e, 0x202e, 0x2028, 0x2060,
    0x2065, 0x2800, 0x3164, 0xfe00, 0xfe0d, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0x1bca0, 0x1d173, 0x1d17a, 0xe0000, 0xe0041,
    0xe0080, 0xe0100, 0xe01ef, 0xe0fff,
  ];

  it('spells out whatever nobody sees', () => {
    for (const point of unseen) assert.equal(visibleText(`a${String.fromCodePoint(point)}b`), `a${named(point)}b`);
    assert.equal(visibleText('x\u{E0100}\u{E0101}\u{E0102}'), `x${named(0xe0100, 0xe0101, 0xe0102)}`);
  });

  it('spells out joiners and variation selectors that nothing needs', () => {
    assert.equal(
      visibleText('ad\u200Cmin, ad\u200Dmin, \u200C'),
      `ad${named(0x200c)}min, ad${named(0x200d)}min, ${named(0x200c)}`,
    );
    assert.equal(visibleText('می\u200C\u200C\u200Cخ'), `می\u200C${named(0x200c, 0x200c)}خ`);
    assert.equal(visibleText('👩\u200D\u200D\u200D👧'), `👩\u200D${named(0x200d, 0x200d)}👧`);
    assert.equal(visibleText('👩\u200C\u200D👧'), `👩\u200C${named(0x200d)}👧`);
    assert.equal(visibleText('a\uFE0Fb\uFE0E'), `a${named(0xfe0f)}b${named(0xfe0e)}`);
    assert.equal(visibleText('❤\uFE0F\uFE0F\uFE0E'), `❤\uFE0F${named(0xfe0f, 0xfe0e)}`);
  });

  it('leaves scripts and emoji whole', () => {
    const whole = [
      '👨‍👩‍👧‍👦',
      '👩🏽‍🚀',
      '🏳️‍🌈',
      '🏴‍☠️',
      '❤️‍🔥',
      '👩‍❤️‍💋‍👨',
      '🫱🏻‍🫲🏿',
      '🙂‍↔️',
      '🧑🏻‍🤝‍🧑🏿',
      '⛹🏿‍♀️',
      '🐦‍⬛',
      '1️⃣',
      '#️⃣',
      '‼️',
      '〰️',
      '☺︎',
      '㊙️',
      '⚠️',
      '🇩🇪',
      'می‌خواهم',
      'خانه‌ها',
      'کتاب‌های',
      'ه‍',
      'क्‍ष',
      'र्‍य',
      'क्‌ष',
      'ക്‍',
      'ශ්‍රී',
      'ক‍্য',
      'ន្ទ',
      'שָׁלוֹם',
      'Việt Nam',
      'ᠮᠣᠩᠭᠣᠯ',
      'กำ',
      'a\tb\nc',
    ];
    for (const text of whole) assert.equal(visibleText(text), text);
  });

  it('spells out what makes a letter longer than any real one', () => {
    for (const [before, part] of [
      ['s', '\u0301'],
      ['\u0915', '\u093F'],
      ['\u0E01', '\u0E33'],
      ['\uFF76', '\uFF9E'],
      ['\u{1F44D}', '\u{1F3FF}'],
      ['', '\u1100'],
      ['', '\u1161'],
      ['', '\u11A8'],
      ['', '\u0600'],
    ] as const) {
      const [point = 0] = Array.from(part, (character) => character.codePointAt(0) ?? 0);
      assert.equal(visibleText(before + part.repeat(8)), before + part.repeat(8));
      assert.equal(visibleText(before + part.repeat(10)), before + part.repeat(8) + named(point, point));
    }
    assert.include(visibleText('\u0915\u094D'.repeat(20)), named(0x94d, 0x915));
    assert.equal(visibleText('\u0915\u094D'.repeat(7)), '\u0915\u094D'.repeat(7));
    const korean = '한국어를 배우는 사람들'.normalize('NFD');
    assert.equal(visibleText(korean), korean);
  });

  it('is JSON of the same value when it is spelled out in JSON', () => {
    const value = {
      text: unseen.map((point) => `a${String.fromCodePoint(point)}`).join(''),
      joined: 'a\u200Db\uFE0F👩\u200D\u200D👧',
    };
    const json = visibleJson(value);
    assert.deepEqual(JSON.parse(json), value);
    assert.include(json, 'a\\udb40\\udc41');
    assert.include(json, 'a\\u200db\\ufe0f👩\u200D\\u200d👧');
  });

  it('is checked quickly, whatever it contains', async () => {
    for (const text of [
      'n'.repeat(1_000_000),
      'a\u0301'.repeat(500_000),
      '\u200D'.repeat(500_000),
      '👩\u200D'.repeat(300_000),
      'ا\u200C'.repeat(500_000),
      '\u0915\u093F'.repeat(500_000),
      '\u0915\u094D'.repeat(500_000),
      '\u093F'.repeat(500_000),
    ]) {
      assert.isBelow(await fastestOf(() => visibleText(text), 2_000), 2_000, text.slice(0, 4));
    }
  });
});

describe('the name of a file that a server names', () => {
  it('has nothing in it that a file system understands, or that nobody sees', () => {
    for (const hidden of ['\u3164', '\uFFA0', '\u115F\u1160', '\u202E', ':', '\u0000'])
      assert.match(fileName(`https://files.example/a/re${hidden}port.txt?x#y`, 'file'), /^re_+port\.txt$/);
    assert.equal(fileName('https://files.example/Żółć%20日本.txt', 'file'), 'Żółć_20日本.txt');
    assert.equal(fileName('https://files.example/..', 'file'), 'file');
  });
});
