import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { RICH_TEXTS } from '../../../testing/input/rich-texts.ts'
import { forget, show } from '../../testing/show.tsx'
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

test('code is coloured, its text stays as it is, and another text is coloured too', {
  tags: ['PUB-090', 'PUB-099']
}, async () => {
  show(<Changing />)
  await waitFor(() => expect(parts()).toContain('hljs-keyword const'))
  expect(document.querySelector('code')?.textContent).toBe('const a = (b: string) => "/>" + b')
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(parts()).toContain('hljs-type int'))
  expect(document.querySelector('code')?.textContent).toBe('std::vector<int> a;')
})

test('code that shows HTML makes none', { tags: ['PUB-093', 'D-119'] }, async () => {
  show(<RichText html={HARMFUL} />)
  await waitFor(() => expect(parts()).toContain('hljs-name img'))
  expect(document.querySelector('img')).toBeNull()
  expect(document.querySelectorAll('code')).toHaveLength(1)
})

test('a picture of another site, from before they were copied, is a link and loads nothing', { tags: 'D-141' }, () => {
  show(
    <RichText html='<p><img src="https://elsewhere.example/a.png" alt="Hut"> <img src="/uploads/a.png" alt="Ours"></p>' />
  )
  expect(screen.getByRole('link', { name: 'Picture: Hut' }).getAttribute('href')).toBe(
    'https://elsewhere.example/a.png'
  )
  expect(screen.getAllByRole('img').map(image => image.getAttribute('alt'))).toEqual(['Ours'])
})

test.each([
  ['PUB-088', 'c', 'int a = 1;'],
  ['PUB-089', 'cs', 'var a = 1;'],
  ['PUB-091', 'css', 'a { color: red }'],
  ['PUB-092', 'diff', '- a\n+ b'],
  ['PUB-094', 'java', 'int a = 1;'],
  ['PUB-095', 'javascript', 'let a = 1'],
  ['PUB-096', 'php', '<?php echo 1;'],
  ['PUB-097', 'python', 'print("a")'],
  ['PUB-098', 'ruby', 'def a; end'],
  ['PUB-100', 'xml', '<a/>']
])('%s code of the language %s has colours', (_, language, text) => {
  const block = coloured(language, text)
  expect(block.querySelector('span')).not.toBeNull()
  expect(block.textContent).toBe(text)
})

test('plain code, code of an unknown language and code that is very long stay plain', { tags: 'PUB-087' }, () => {
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
