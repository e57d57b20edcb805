/** Reads the type and size of an image from its first bytes. What its server says is not used. */

export interface ImageHeader {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp';
  readonly width: number;
  readonly height: number;
}

/** Returns undefined for any other type. */
export function imageHeader(bytes: Uint8Array<ArrayBuffer>): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length < 32) return undefined;
  if (text(0, 8) === '\x89PNG\r\n\x1a\n' && text(12, 16) === 'IHDR')
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  if (text(0, 3) === '\xff\xd8\xff') return jpeg(view);
  if (/^GIF8[79]a$/.test(text(0, 6))) return gif(view);
  if (text(0, 2) === 'BM') {
    // The oldest header has 16-bit sizes. A negative height means that rows run from top to bottom.
    const [width, height] =
      view.getUint32(14, true) === 12
        ? [view.getUint16(18, true), view.getUint16(20, true)]
        : [view.getInt32(18, true), view.getInt32(22, true)];
    return { type: 'image/bmp', width: Math.abs(width), height: Math.abs(height) };
  }
  if (text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return undefined;
  const type = 'image/webp';
  switch (text(12, 16)) {
    case 'VP8 ':
      return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
  }
  return undefined;
}

/** The size is in the frame header, after segments of any length. */
function jpeg(view: DataView): ImageHeader | undefined {
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Any number of fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Browsers enlarge the screen to the first frame, which comes after a color table and extensions of any length. */
function gif(view: DataView): ImageHeader | undefined {
  const flags = view.getUint8(10);
  let at = 13 + (flags & 0x80 ? 6 << (flags & 7) : 0);
  while (at + 9 < view.byteLength && view.getUint8(at) === 0x21) {
    at += 2;
    while (at + 9 < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at++;
  }
  if (at + 9 > view.byteLength || view.getUint8(at) !== 0x2c) return undefined;
  const side = (screen: number, place: number): number =>
    Math.max(view.getUint16(screen, true), view.getUint16(place, true) + view.getUint16(place + 4, true));
  return { type: 'image/gif', width: side(6, at + 1), height: side(8, at + 3) };
}
