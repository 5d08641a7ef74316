/** The colours of code blocks. RichText loads this where a text has code in a language. */
import hljs from 'highlight.js/lib/core'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'

const LANGUAGES = { c, cpp, csharp, css, diff, java, javascript, php, python, ruby, typescript, xml }
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

/** A longer text would keep the page busy. */
const LONGEST = 20_000

/** The names of the editor (client/editor/editor-config.ts) are known here: `cs` and `html` are aliases. */
export function highlight(blocks: Iterable<HTMLElement>): void {
  for (const block of blocks) {
    const language = /^language-(.+)$/.exec(block.className)?.[1] ?? ''
    const text = block.textContent
    // Its result is the text, escaped, with `<span class="hljs-…">` around parts of it.
    if (hljs.getLanguage(language) && text.length <= LONGEST) block.innerHTML = hljs.highlight(text, { language }).value
  }
}
