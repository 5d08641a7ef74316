import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { forget, show } from '../../testing/page/show.tsx'
import { RichTextField } from './RichTextField.tsx'

afterEach(() => {
  vi.useRealTimers()
  forget()
})

let html = ''

function Field({ start = '', error }: { start?: string; error?: string }) {
  const [value, setValue] = useState(start)
  html = value
  return (
    <>
      <RichTextField label="Description" value={value} onChange={setValue} error={error} />
      <button type="button" onClick={() => setValue('<p>Restored</p>')}>
        Restore
      </button>
    </>
  )
}

/** Focusing the field loads the editor, which fails in happy-dom. */
const goIn = () => fireEvent.focus(screen.getByRole('textbox', { name: 'Description' }))
const textBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })

test('becomes a plain text field with a note when the editor does not load', { tags: 'D-119' }, async () => {
  show(<Field start="<p>One &amp; two</p><p>Three</p>" />)
  expect(screen.getByRole('status').textContent).toBe('')
  goIn()
  expect(screen.getByRole('status').textContent).toBe('Loading the editor …')
  expect(await screen.findByText(/^We couldn’t load the editor, so this is plain text\./)).toBeTruthy()
  const box = await textBox()
  expect(document.activeElement).toBe(box)
  expect(box.value).toBe('One & two\n\nThree')
  expect(screen.getByText(/^We couldn’t load the editor, so this is plain text\./)).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
  fireEvent.change(box, { target: { value: 'One\n\n<two>' } })
  expect(html).toBe('<p>One</p><p>&lt;two&gt;</p>')
  expect(box.value).toBe('One\n\n<two>')
})

test('keeps a text with formatting until someone changes it', async () => {
  show(<Field start="<h2>Week</h2><ul><li><strong>Run</strong></li></ul>" />)
  expect(screen.getByRole('textbox').innerHTML).toContain('<strong>Run</strong>')
  goIn()
  await screen.findByText(/^We couldn’t load the editor/)
  expect((await textBox()).value).toBe('Week\n\n- Run')
  expect(screen.getByText(/turns it into plain text/)).toBeTruthy()
  expect(html).toBe('<h2>Week</h2><ul><li><strong>Run</strong></li></ul>')
})

test('adds text typed before the editor loads below a text with formatting', () => {
  show(<Field start="<h2>Week</h2>" />)
  const box = screen.getByRole('textbox')
  const type = (key: string, more = {}) => fireEvent.keyDown(box, { key, ...more })
  for (const key of ['H', 'i', ' ', 'x', 'Backspace', '<', 'Shift', 'Enter', 'y']) type(key)
  expect(html).toBe('<h2>Week</h2><p>Hi &lt;</p><p>y</p>')
  expect(box.textContent).toBe('WeekHi <y')
  type('a', { ctrlKey: true })
  for (const _ of 'Hi <  y..') type('Backspace')
  expect(html).toBe('<h2>Week</h2>')
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
  expect(html).toBe('<p>Restored</p>')
})

test('shows its error, and takes over a new value from outside', { tags: 'BLD-35' }, async () => {
  show(<Field error="Use at most 50,000 characters." />)
  const box = await textBox()
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Use at most 50,000 characters.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
  expect(box.value).toBe('Restored')
})

test('keeps text that was typed before the editor has loaded', async () => {
  show(<Field />)
  const box = await textBox()
  fireEvent.change(box, { target: { value: 'One\n\nTwo ' } })
  expect([html, box.value]).toEqual(['<p>One</p><p>Two</p>', 'One\n\nTwo '])
  goIn()
  await screen.findByText(/^We couldn’t load the editor/)
  expect((await textBox()).value).toBe('One\n\nTwo')
})

test('becomes a plain text field when the editor takes too long', async () => {
  vi.useFakeTimers()
  vi.doMock('ckeditor5', () => new Promise(() => {}))
  vi.resetModules()
  onTestFinished(() => {
    // The same mock as in testing/page/no-editor.ts.
    vi.doMock('ckeditor5', () => {
      throw new Error('There is no editor in happy-dom.')
    })
    vi.resetModules()
  })
  const { RichTextField: Waiting } = await import('./RichTextField.tsx')
  show(<Waiting label="Description" value="" onChange={() => {}} />)
  goIn()
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(screen.queryByText(/couldn’t load/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText(/couldn’t load/)).toBeTruthy()
})
