import { assert } from 'chai';
import { savedName } from '../../../packages/elements/src/internal/media/saved-name.ts';

describe('the name under which a file of a server is saved', () => {
  for (const [uri, mimeType, name] of [
    ['https://files.example/report.pdf', 'application/pdf', 'report.pdf'],
    ['https://files.example/Photo.JPEG', 'image/jpeg', 'Photo.jpeg'],
    ['https://files.example/data.csv', 'text/csv; charset=utf-8', 'data.csv'],
    ['https://files.example/invoice', 'application/pdf', 'invoice.pdf'],
    ['https://files.example/invoice.pdf_fdp.exe', 'application/pdf', 'invoice_pdf_fdp_exe.pdf'],
    ['https://files.example/invoice.pdf.exe', 'application/octet-stream', 'invoice_pdf_exe.bin'],
    ['https://files.example/invoice.exe.pdf', 'application/pdf', 'invoice_exe.pdf'],
    ['https://files.example/a\u202Efdp.exe', '', 'a_fdp_exe.bin'],
    ['https://files.example/run.exe.', '', 'run_exe.bin'],
    ['https://files.example/run.exe ', '', 'run_exe.bin'],
    ['https://files.example/page.html', 'text/html', 'page_html.bin'],
    ['https://files.example/drawing.svg', 'image/svg+xml', 'drawing_svg.bin'],
    ['https://files.example/link.url', 'application/internet-shortcut', 'link_url.bin'],
    ['https://files.example/a.lnk:b.exe', '', 'a_lnk_b_exe.bin'],
    ['https://files.example/..\\..\\autoexec.bat', '', 'autoexec_bat.bin'],
    ['https://files.example/CON.txt', 'text/plain', '_CON.txt'],
    ['https://files.example/aux', 'text/plain', '_aux.txt'],
    ['https://files.example/lpt1.json', 'application/json', '_lpt1.json'],
    ['https://files.example/console.txt', 'text/plain', 'console.txt'],
    ['https://files.example/.bashrc', 'text/plain', 'bashrc.txt'],
    ['https://files.example/', 'image/png', 'image.png'],
    ['', 'image/x-unknown', 'image.bin'],
    ['constructor', 'constructor', 'constructor.bin'],
    ['a.constructor', '__proto__', 'a_constructor.bin'],
  ] as const)
    it(`${JSON.stringify(uri)} (${mimeType || 'no type'}) is ${name}`, () => {
      assert.equal(savedName(uri, 'image', mimeType, false), name);
    });

  it('ends in .txt for text of another type', () => {
    assert.equal(
      savedName('https://files.example/install.ps1', 'resource', 'text/x-powershell', true),
      'install_ps1.txt',
    );
    assert.equal(savedName('https://files.example/page.html', 'resource', 'text/html', true), 'page_html.txt');
  });

  it('is never too long for a file system, and keeps its extension', () => {
    for (const letter of ['a', '文', '𝒳', 'a𝒳', 'a𝒳𝒳', 'a.']) {
      const name = savedName(`https://files.example/${letter.repeat(900)}.exe`, 'file', 'application/pdf', false);
      assert.isAtMost(new TextEncoder().encode(name).length, 255);
      assert.match(name, /^[^.]+\.pdf$/);
      assert.equal(name, name.normalize().replace(/\p{Cs}/gu, ''), 'without halves of characters');
    }
  });
});
