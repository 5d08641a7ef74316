import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import script from '../public/theme.js?raw'
import { repeatEarly } from './early.ts'
import { Hydrating } from './hydrated.ts'

let root: Root | null = null
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

function Page({ onSend }: { onSend: (text: string, wanted: boolean) => void }) {
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState(false)
  const [presses, setPresses] = useState(0)
  const [isIn, setIn] = useState(false)
  const [kind, setKind] = useState('all')
  const [file, setFile] = useState('')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSend(text, wanted)
      }}
    >
      <input
        type="search"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onFocus={() => setIn(true)}
      />
      <input type="checkbox" checked={wanted} onChange={event => setWanted(event.currentTarget.checked)} />
      <button type="button" onClick={() => setPresses(presses + 1)}>
        {presses}
      </button>
      <button type="button" popoverTarget="more" onClick={() => setPresses(presses + 10)}>
        More
      </button>
      <a
        href="/elsewhere"
        data-code
        onClick={event => {
          event.preventDefault()
          setPresses(presses + 100)
        }}
      >
        Tour
      </a>
      <p>{text}</p>
      {isIn && <output>in</output>}
      <select value={kind} onChange={event => setKind(event.currentTarget.value)}>
        <option>all</option>
        <option>mine</option>
      </select>
      <input type="file" onChange={event => setFile(event.currentTarget.files?.[0]?.name ?? '')} />
      <em>{`${kind} ${file}`}</em>
    </form>
  )
}

/** Repeats the events and waits for the presses, which have a task of their own. */
async function repeated(): Promise<void> {
  const done: Promise<void> = act(async () => {
    repeatEarly()
    await new Promise(resolve => void setTimeout(resolve))
  })
  await done
}

/** The server-rendered page, with the script that runs first on every page. */
function open(onSend = vi.fn()) {
  // biome-ignore lint/security/noGlobalEval: the file is no module
  window.eval(script)
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<Page onSend={onSend} />)
  const take = <E extends Element>(selector: string) => container.querySelector<E>(selector) as E
  return {
    container,
    onSend,
    field: take<HTMLInputElement>('[type=search]'),
    box: take<HTMLInputElement>('[type=checkbox]'),
    button: take<HTMLButtonElement>('button'),
    form: take<HTMLFormElement>('form'),
    shown: take<HTMLElement>('p'),
    async hydrate() {
      act(() => {
        root = hydrateRoot(container, <Page onSend={onSend} />, {
          onRecoverableError: error => {
            throw error
          }
        })
      })
      await repeated()
    }
  }
}

test('a field focused before hydration has the focus afterwards', async () => {
  const { form, hydrate } = open()
  await hydrate()
  expect(form.querySelector('output')).toBeNull()
  act(() => root?.unmount())
  const later = open()
  later.field.focus()
  await later.hydrate()
  expect(later.form.querySelector('output')?.textContent).toBe('in')
})

test('does not repeat a press on a button that works without code', async () => {
  const { form, button, hydrate } = open()
  form.querySelector<HTMLButtonElement>('[popovertarget]')?.click()
  await hydrate()
  expect(button.textContent).toBe('0')
})

test('a link with data-code waits for its code', async () => {
  const { form, button, hydrate } = open()
  const press = new MouseEvent('click', { bubbles: true, cancelable: true })
  form.querySelector('a')?.dispatchEvent(press)
  expect(press.defaultPrevented).toBe(true)
  await hydrate()
  expect(button.textContent).toBe('100')
})

test('a selection and a file chosen before hydration are kept', async () => {
  const { form, hydrate } = open()
  const select = form.querySelector('select') as HTMLSelectElement
  select.value = 'mine'
  select.dispatchEvent(new Event('input', { bubbles: true }))
  const input = form.querySelector<HTMLInputElement>('[type=file]') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: [new File(['1'], 'logs.csv')] })
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await hydrate()
  expect(form.querySelector('em')?.textContent).toBe('mine logs.csv')
})

test('text, ticks and presses from before hydration count afterwards', async () => {
  const { field, box, button, shown, hydrate } = open()
  field.value = 'calm'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  box.click()
  button.click()
  button.click()
  await hydrate()
  expect([field.value, shown.textContent, box.checked, button.textContent]).toEqual(['calm', 'calm', true, '1'])
})

test('events during a stepwise hydration wait for its end and count once', async () => {
  const onSend = vi.fn()
  const { field, box, button, form, shown } = open(onSend)
  const container = form.parentElement as HTMLElement
  act(() => {
    root = hydrateRoot(container, <Page onSend={onSend} />)
  })
  // React has hydrated, but `repeatEarly` has not run yet.
  field.value = 'calm'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  box.click()
  button.click()
  expect([shown.textContent, button.textContent]).toEqual(['', '0'])
  await repeated()
  expect([field.value, shown.textContent, box.checked, button.textContent]).toEqual(['calm', 'calm', true, '1'])
})

test('waits until a finger lifts, because the page may move under it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { button, hydrate } = open()
  button.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  await hydrate()
  button.dispatchEvent(new Event('pointerup', { bubbles: true }))
  button.click()
  expect(button.textContent).toBe('0')
  act(() => void vi.advanceTimersByTime(30))
  expect(button.textContent).toBe('1')
})

test('a box ticked and unticked before hydration is unchecked', async () => {
  const { box, hydrate } = open()
  box.click()
  box.click()
  await hydrate()
  expect(box.checked).toBe(false)
})

test('a form submitted before hydration stays on the page and is sent with the typed text', async () => {
  const { field, form, onSend, hydrate } = open()
  field.value = 'calm'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  const submit = new Event('submit', { bubbles: true, cancelable: true })
  form.dispatchEvent(submit)
  expect(submit.defaultPrevented).toBe(true)
  await hydrate()
  expect(onSend.mock.calls).toEqual([['calm', false]])
})

test('a form is sent with the text and the tick of a page that has just been hydrated', async () => {
  const { field, box, form, onSend, container } = open()
  field.value = 'calm'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  box.click()
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  // As on a page: React repeats the events in an effect, before it renders what they change.
  const page = (
    <Hydrating onDone={repeatEarly}>
      <Page onSend={onSend} />
    </Hydrating>
  )
  const inTest = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  root = hydrateRoot(container, page)
  await vi.waitFor(() => expect(onSend).toHaveBeenCalled())
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', inTest)
  expect(onSend.mock.calls).toEqual([['calm', true]])
})

test('stops recording after hydration', async () => {
  const { button, form, hydrate } = open()
  await hydrate()
  act(() => button.click())
  act(() => void form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  expect(button.textContent).toBe('1')
  expect(window.takeEarly?.()).toEqual([])
})
