import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { RICH_TEXTS } from '../../../testing/input/rich-texts.ts'
import { forget, show } from '../../../testing/page/show.tsx'
import { highlight } from './highlight.ts'
import { RichText } from './RichText.tsx'

afterEach(forget)

const HARMFUL = '<pre><code class="language-html">&lt;img src="x" onerror="alert(1)"&gt;&lt;/code&gt;</code></pre>'
const parts = () => [...document.querySelectorAll('code span')].map(part => `${part.className} ${part.textContent}`)

function Changing() {
  const [name, setName] = useState('code of TypeScript')
  return (
    <>
      <RichText html={RICH_TEXTS[name] ?? ''} />
      <button type="button" onClick={() => setName('code of C++')}>
        Change
      </button>
    </>
  )
}

test('code is highlighted, also after the text changes, and its text stays the same', {
  tags: ['PUB-090', 'PUB-099']
}, async () => {
  show(<Changing />)
  await waitFor(() => expect(parts()).toContain('hljs-keyword const'))
  expect(document.querySelector('code')?.textContent).toBe('const a = (b: string) => "/>" + b')
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(parts()).toContain('hljs-type int'))
  expect(document.querySelector('code')?.textContent).toBe('std::vector<int> a;')
})

test('HTML inside code creates no elements', { tags: ['PUB-093', 'D-119'] }, async () => {
  show(<RichText html={HARMFUL} />)
  await waitFor(() => expect(parts()).toContain('hljs-name img'))
  expect(document.querySelector('img')).toBeNull()
  expect(document.querySelectorAll('code')).toHaveLength(1)
})

test('a picture on another site is shown as a link and not loaded', { tags: 'D-141' }, () => {
  show(
    <RichText html='<p><img src="https://elsewhere.example/a.png" alt="Hut"> <img src="/uploads/a.png" alt="Ours"></p>' />
  )
  expect(screen.getByRole('link', { name: 'Picture: Hut' }).getAttribute('href')).toBe(
    'https://elsewhere.example/a.png'
  )
  expect(screen.getAllByRole('img').map(image => image.getAttribute('alt'))).toEqual(['Ours'])
})

test.each([
  ['c', 'int a = 1;'],
  ['cs', 'var a = 1;'],
  ['css', 'a { color: red }'],
  ['diff', '- a\n+ b'],
  ['java', 'int a = 1;'],
  ['javascript', 'let a = 1'],
  ['php', '<?php echo 1;'],
  ['python', 'print("a")'],
  ['ruby', 'def a; end'],
  ['xml', '<a/>']
])(
  'code of the language %s is highlighted',
  { tags: ['PUB-088', 'PUB-089', 'PUB-091', 'PUB-092', 'PUB-094..PUB-098', 'PUB-100'] },
  (language, text) => {
    const block = coloured(language, text)
    expect(block.querySelector('span')).not.toBeNull()
    expect(block.textContent).toBe(text)
  }
)

test('plain code, unknown languages and very long code are not highlighted', { tags: 'PUB-087' }, () => {
  for (const [language, text] of [
    ['plaintext', 'let a'],
    ['klingon', 'let b'],
    ['javascript', 'let c\n'.repeat(4000)]
  ] as const)
    expect(coloured(language, text).childElementCount).toBe(0)
})

function coloured(language: string, text: string): HTMLElement {
  const block = document.createElement('code')
  block.className = `language-${language}`
  block.textContent = text
  highlight([block])
  return block
}
