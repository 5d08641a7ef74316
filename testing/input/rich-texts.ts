/**
 * Texts exactly as the editor writes them. The server must store each unchanged (server/lib/html.test.ts), and the
 * editor must write the same again after loading it (e2e/editor.spec.ts).
 */
export const RICH_TEXTS: Record<string, string> = {
  nothing: '',
  'a paragraph': '<p>Run for one minute.</p>',
  paragraphs: '<p>One.</p><p>Two.</p>',
  'a line break': '<p>One,<br>two.</p>',
  'signs of HTML': '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2, "so" it\'s said</p>',
  'a space that does not break': '<p>5&nbsp;km</p>',
  'other scripts and emoji': '<p>Grüße, 你好, שלום 🏃‍♀️</p>',
  headings: '<h2>One</h2><h3>Two</h3><h4>Three</h4><h5>Four</h5><p>Text</p>',
  'bold and italic': '<p><strong>Bold</strong>, <i>italic</i>, <i><strong>both</strong></i></p>',
  'underlined and struck': '<p><u>Under</u> and <s>through</s></p>',
  'below and above': '<p>H<sub>2</sub>O, m<sup>2</sup></p>',
  'code in a line': '<p>Type <code>npm start</code>.</p>',
  'a link': '<p><a rel="noopener nofollow ugc" href="https://example.org/a?b=1&amp;c=2#d">Plan</a></p>',
  'a link to a page of ours': '<p><a href="/activities/stretch">Stretch</a></p>',
  'a link to a mailbox': '<p><a rel="noopener nofollow ugc" href="mailto:ada@example.org">Write</a></p>',
  'a bold link': '<p><a rel="noopener nofollow ugc" href="https://example.org"><strong>Bold</strong></a></p>',
  'a bulleted list': '<ul><li>One</li><li>Two</li></ul>',
  'a numbered list': '<ol><li>One</li><li>Two</li></ol>',
  'a list in a list': '<ul><li>One<ol><li>First</li><li>Second</li></ol></li><li>Two</li></ul>',
  'a bold item': '<ul><li><strong>One</strong></li></ul>',
  'an item of two paragraphs': '<ul><li><p>One</p><p>more</p></li></ul>',
  'a quote': '<blockquote><p>Slow is smooth.</p><p>Smooth is fast.</p></blockquote>',
  'a line': '<p>Above</p><hr><p>Below</p>',
  'plain code': '<pre><code class="language-plaintext">a\n\tb  c</code></pre>',
  'code of C#': '<pre><code class="language-cs">var a = 1;</code></pre>',
  'code of C++': '<pre><code class="language-cpp">std::vector&lt;int&gt; a;</code></pre>',
  'code of HTML': '<pre><code class="language-html">&lt;script&gt;alert("1")&lt;/script&gt;</code></pre>',
  'code of TypeScript': '<pre><code class="language-typescript">const a = (b: string) =&gt; "/&gt;" + b</code></pre>',
  'a picture': '<figure class="image"><img src="https://example.org/a.png"></figure>',
  'a described picture': '<figure class="image"><img src="https://example.org/a.png" alt="A &quot;hut&quot;"></figure>',
  'a picture with a caption':
    '<figure class="image"><img src="https://example.org/a.png"><figcaption>The <strong>hut</strong></figcaption></figure>',
  'a picture of known size':
    '<figure class="image"><img style="aspect-ratio:400/300;" src="https://example.org/a.png" width="400" height="300"></figure>',
  'a picture of half the width':
    '<figure class="image image_resized" style="width:50%;"><img src="https://example.org/a.png"></figure>',
  'a picture pulled to a width':
    '<figure class="image image_resized" style="width:47.32%;"><img src="https://example.org/a.png"></figure>',
  'a picture at the side':
    '<figure class="image image-style-side"><img src="https://example.org/a.png"></figure><p>Text</p>',
  'a block to the left':
    '<figure class="image image-style-block-align-left"><img src="https://example.org/a.png"></figure>',
  'a block to the right':
    '<figure class="image image-style-block-align-right"><img src="https://example.org/a.png"></figure>',
  'a picture in a line': '<p>Look <img src="https://example.org/a.png" alt="a hut"> here</p>',
  'a picture that text flows around':
    '<p><img class="image_resized image-style-align-left" style="width:25%;" src="https://example.org/a.png">Text</p>',
  'a picture on the right': '<p><img class="image-style-align-right" src="https://example.org/a.png">Text</p>',
  'a picture of ours': '<figure class="image"><img src="/uploads/a.webp"></figure>',
  'a picture in sizes':
    '<figure class="image"><img src="/uploads/a.png" srcset="/uploads/a.png 1x, /uploads/b.png 2x" sizes="100vw"></figure>',
  'a picture that was uploaded':
    '<figure class="image image-style-align-center"><img style="aspect-ratio:900/600;" src="/uploads/a.png" srcset="/uploads/a-320.png 320w, /uploads/a-640.png 640w, /uploads/a.png 900w" sizes="100vw" width="900" height="600"></figure>',
  'a picture that is a link':
    '<figure class="image"><a href="https://example.org" rel="noopener nofollow ugc"><img src="https://example.org/a.png"></a></figure>',
  'a table':
    '<figure class="table"><table><thead><tr><th>Week</th><th>Runs</th></tr></thead><tbody><tr><td>1</td><td>3</td></tr></tbody></table></figure>',
  'a table with joined cells':
    '<figure class="table"><table><tbody><tr><td colspan="2">Both</td></tr><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr></tbody></table></figure>',
  'everything in a quote':
    '<blockquote><h3>Week</h3><ul><li>One</li></ul><pre><code class="language-python">print(1)</code></pre></blockquote>'
}
