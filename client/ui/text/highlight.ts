/** Highlights code blocks. RichText loads this file only for texts with code in some language. */
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

/** Highlighting a longer text would block the page. */
const LONGEST = 20_000

/** Knows the editor's names of languages (client/editor/editor-config.ts): `cs` and `html` are aliases. */
export function highlight(blocks: Iterable<HTMLElement>): void {
  for (const block of blocks) {
    const language = /^language-(.+)$/.exec(block.className)?.[1] ?? ''
    const text = block.textContent
    // The result is the escaped text, with `<span class="hljs-…">` around parts of it.
    if (hljs.getLanguage(language) && text.length <= LONGEST) block.innerHTML = hljs.highlight(text, { language }).value
  }
}
