/** Turns Markdown into the HTML that the editor makes. The server cleans it (server/lib/html.ts). */
import { Marked, type Tokens } from 'marked'

export function toHtml(markdown: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(parser.parse(markdown, { async: false }), 'text/html')
  removeLineBreaks(body)
  return body
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const parser = new Marked({
  gfm: true,
  renderer: {
    paragraph({ tokens }: Tokens.Paragraph) {
      const [only, ...more] = tokens
      if (only?.type === 'image' && more.length === 0) return figureOf(only as Tokens.Image)
      return `<p>${this.parser.parseInline(tokens)}</p>`
    },
    code({ text, lang }: Tokens.Code) {
      const language = /^[\w+#-]{1,20}/.exec(lang ?? '')?.[0] ?? 'plaintext'
      return `<pre><code class="language-${language}">${escaped(text)}</code></pre>`
    },
    del({ tokens }: Tokens.Del) {
      return `<s>${this.parser.parseInline(tokens)}</s>`
    },
    checkbox({ checked }: Tokens.Checkbox) {
      return checked ? '☑ ' : '☐ '
    }
  }
})

/** A picture alone in its paragraph has its title as the caption. */
function figureOf({ href, text, title }: Tokens.Image): string {
  const caption = title ? `<figcaption>${escaped(title)}</figcaption>` : ''
  return `<figure class="image"><img src="${escaped(href)}" alt="${escaped(text)}">${caption}</figure>`
}

const AROUND_BLOCKS = new Set(['BODY', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'FIGURE', 'TABLE', 'THEAD', 'TBODY', 'TR'])

/** Removes the line breaks between blocks, which the editor doesn't write. */
function removeLineBreaks(root: HTMLElement): void {
  for (const parent of [root, ...root.querySelectorAll('*')]) {
    if (!AROUND_BLOCKS.has(parent.nodeName)) continue
    for (const node of [...parent.childNodes]) {
      if (node.nodeType === Node.TEXT_NODE && /^\s*\n\s*$/.test(node.nodeValue ?? '')) node.remove()
    }
  }
}
